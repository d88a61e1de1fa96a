export { findLack, readCreatedLogIn, readCustomer, readCustomerPage, readStatus } from './read-customers.ts'
export { listsDevice, readDevices } from './read-devices.ts'

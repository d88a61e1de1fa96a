export { findLack, readCreatedLogIn, readCustomer, readCustomerPage, readStatus } from './read-customers.ts'
export { listsDevice, readDevices, readHostnameMacs } from './read-devices.ts'

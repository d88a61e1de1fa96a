import type { Section } from './operation.ts'

/** What each section of the interface document is about, in the document's order. */
export const sections: readonly { readonly section: Section; readonly title: string; readonly about: string }[] = [
  {
    section: 'AddCustomer',
    title: 'Customer creation',
    about: 'Adds customers, under a reseller or with a box if asked.',
  },
  {
    section: 'CustomerStatus',
    title: 'Customer status',
    about: 'Reads the status of customers, disables and enables them.',
  },
  { section: 'RenewCustomer', title: 'Renewal', about: 'Renews a subscription by months or days.' },
  { section: 'ChangeCustomerProduct', title: 'Product change', about: 'Changes the product of a subscription.' },
  { section: 'MacAddress', title: 'MAC addresses', about: 'Binds boxes to a hostname or a customer, and lists them.' },
  { section: 'GetCustomer', title: 'Customer retrieval', about: 'Reads customers and their boxes.' },
]

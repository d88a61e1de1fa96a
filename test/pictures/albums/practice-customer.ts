/** The customer in the pictures: values by field label. */
export const practiceCustomer = {
  'First name': 'Amélie',
  'Last name': 'Okonkwo',
  Mobile: '+31612345678',
  Street: 'Kerkstraat 14',
  'Zip code': '1017 GA',
  City: 'Amsterdam',
} as const

import type { Draft } from '../../src/shared/domain/activation.ts'

/** A draft of an empty form. */
export const emptyDraft = (id: string): Draft => ({
  id,
  kind: 'hostname',
  box: { raw: '00:1A:79', asSerial: false, model: '' },
  customer: {
    firstname: '',
    lastname: '',
    street: '',
    zipcode: '',
    city: '',
    state: '',
    country: '',
    phone: '',
    mobile: '',
    email: '',
  },
  plan: { productid: '', months: '', days: '', renewalinterval: '' },
  logIn: { userid: '', password: '' },
  hostname: 'tv.north.example',
})

import { valueOf, type Call } from './call.ts'
import { refuse, type Failure } from './outcome.ts'
import type { StoredCustomer } from './store/customers.ts'

type Found =
  | { readonly ok: true; readonly customers: readonly [StoredCustomer, ...StoredCustomer[]] }
  | { readonly ok: false; readonly failure: Failure }

/**
 * Whether `0` means no password. The interface document says so in two sections. An unmarked password may also be left out.
 * Status, Disable and Enable require a password.
 */
const takesZero = (call: Call): boolean =>
  call.operation.section !== 'CustomerStatus' || call.platform.options().zeroPassword === 'anywhere'

/** An unused identifier is missing, empty, or 0. */
const identifierOf = (call: Call, name: string): string | undefined => {
  const value = valueOf(call, name)
  return value === '0' ? undefined : value
}

/**
 * The customers that a call names by userid, mapping id, or both, oldest first; each given identifier must match. Checks a
 * password if one is given (Authentication).
 */
export function findCustomers(call: Call): Found {
  const userid = identifierOf(call, 'userid')
  const mappingId = identifierOf(call, 'customermappingid')
  if (userid === undefined && mappingId === undefined)
    return { ok: false, failure: refuse('bad-request', 'A userid or a customermappingid is needed.') }
  const found = call.platform.customers.find({
    ...(userid === undefined ? {} : { userid }),
    ...(mappingId === undefined ? {} : { mappingId }),
  })
  if (found.length === 0) return { ok: false, failure: refuse('no-such-customer', 'Customer not found.') }
  const password = valueOf(call, 'password')
  const isOpen = password === undefined || (password === '0' && takesZero(call))
  const [first, ...others] = isOpen ? found : found.filter((customer) => customer.password === password)
  if (first === undefined) return { ok: false, failure: refuse('wrong-password', 'Wrong userid or password.') }
  return { ok: true, customers: [first, ...others] }
}

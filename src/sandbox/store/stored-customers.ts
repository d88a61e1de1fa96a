import type { CustomerStatus } from '../../shared/domain/customer/customer.ts'
import type { PlatformDay } from '../days.ts'
import type { Store, Value, Values } from './open-store.ts'

type Flag = 0 | 1

export const personFields = [
  'firstname',
  'lastname',
  'street',
  'zipcode',
  'city',
  'state',
  'country',
  'phone',
  'mobile',
  'email',
] as const
export type PersonColumns = Readonly<Record<(typeof personFields)[number], string>>

/** The stored fields of a customer. An empty text means none. */
export interface NewCustomer extends PersonColumns {
  readonly userid: string
  readonly password: string
  readonly mappingId: string
  readonly productid: string
  readonly productMappingId: string
  readonly resellerId: string | null
  readonly orderId: string
  readonly lengthInMonths: number
  readonly lengthInDays: number
  readonly renewalInterval: number
  readonly startDate: PlatformDay
  readonly endDate: PlatformDay
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly startsAtFirstLogIn: Flag
  readonly pending: Flag
  readonly trial: Flag
  readonly disabled: Flag
}

export interface StoredCustomer extends NewCustomer {
  readonly id: number
  readonly productName: string
  readonly maxDevices: number
  readonly status: CustomerStatus
}

/** Conditions that a customer must meet. Texts match anywhere in a field, ignoring case. */
export interface StoredCustomerFilter {
  readonly before?: number | undefined
  readonly status?: string | undefined
  readonly contains?: Partial<PersonColumns>
  readonly startsFrom?: PlatformDay | undefined
  readonly endsUntil?: PlatformDay | undefined
  readonly createdFrom?: number | undefined
  readonly createdUntil?: number | undefined
}

/** The SQL of a customer's status. A subscription that starts with the first log-in cannot expire before that log-in. */
const status = `CASE WHEN c.disabled = 1 THEN 'Disabled'
  WHEN c.endDate < :today AND NOT (c.pending = 1 AND c.startsAtFirstLogIn = 1) THEN 'Expired'
  WHEN c.pending = 1 THEN 'Pending' WHEN c.trial = 1 THEN 'Trial' ELSE 'Active' END`
const select = `SELECT c.*, p.name AS productName, p.maxDevices AS maxDevices, ${status} AS status FROM customers c JOIN products p ON p.id = c.productid`

/** The platform's customers. `today` decides which subscriptions are expired. */
export function createCustomers(store: Store, today: () => PlatformDay) {
  const all = (where: string, values: Values): readonly StoredCustomer[] =>
    store.all(`${select} ${where}`, { ...values, today: today() }) as readonly StoredCustomer[]
  return {
    insert: (customer: NewCustomer) => store.insert('customers', { ...customer }),
    /** Oldest first. There are several only if duplicates are allowed or a mapping id is shared. */
    find: ({ userid, mappingId }: Partial<Record<'userid' | 'mappingId', string | undefined>>) => {
      if (userid !== undefined) {
        const found = all('WHERE c.userid = :userid ORDER BY c.id', { userid })
        return mappingId === undefined ? found : found.filter((customer) => customer.mappingId === mappingId)
      }
      return mappingId === undefined ? [] : all('WHERE c.mappingId = :mappingId ORDER BY c.id', { mappingId })
    },
    byId: (id: number): StoredCustomer => {
      const customer = all('WHERE c.id = :id', { id })[0]
      if (customer === undefined) throw new Error(`No customer in row ${id}`)
      return customer
    },
    update: (id: number, changes: Partial<NewCustomer>) => store.update('customers', id, { ...changes }),
    list: (filter: StoredCustomerFilter, limit: number) => {
      const { conditions, values } = conditionsOf(filter)
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
      return all(`${where} ORDER BY c.id DESC LIMIT :limit`, { ...values, limit })
    },
    /** The customers of a reseller, oldest first. A null `resellerId` selects customers without a reseller. */
    ofReseller: (
      { resellerId, status: wanted }: { readonly resellerId: string | null; readonly status: string | undefined },
      limit: number,
      offset: number,
    ) =>
      all(
        `WHERE c.resellerId IS :resellerId ${wanted === undefined ? '' : `AND ${status} = :status`}
          ORDER BY c.id LIMIT :limit OFFSET :offset`,
        { resellerId, limit, offset, ...(wanted === undefined ? {} : { status: wanted }) },
      ),
  }
}

function conditionsOf(filter: StoredCustomerFilter) {
  const conditions: string[] = []
  const values: Record<string, Value> = {}
  const add = (condition: string, name: string, value: string | number | undefined): void => {
    if (value === undefined) return
    conditions.push(condition)
    values[name] = value
  }
  add('c.id < :before', 'before', filter.before)
  add(`${status} = :status`, 'status', filter.status)
  add('c.startDate >= :startsFrom', 'startsFrom', filter.startsFrom)
  add('c.endDate <= :endsUntil', 'endsUntil', filter.endsUntil)
  add('c.createdAt >= :createdFrom', 'createdFrom', filter.createdFrom)
  add('c.createdAt < :createdUntil', 'createdUntil', filter.createdUntil)
  for (const [name, text] of Object.entries(filter.contains ?? {}))
    add(`instr(lower(c.${name}), lower(:${name})) > 0`, name, text)
  return { conditions, values }
}

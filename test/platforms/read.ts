import { readIsoDay } from './calendar.ts'
import { refuse, type Action } from './action.ts'
import { findCustomer } from './identify.ts'
import type { PlatformDescription } from './description.ts'
import type { Operation } from './operations.ts'
import type { PlatformCall } from './platform.ts'
import type { Customer, World } from './world.ts'

type Query = Readonly<Record<string, string>>

/** A reading call to the platform. */
export interface Read {
  readonly world: World
  readonly description: PlatformDescription
  readonly operation: Operation
  readonly query: Query
  readonly call: PlatformCall
}

const statuses = new Set(['Active', 'Expired', 'Pending', 'Disabled', 'Trial'])
const pageSizeOfReseller = 1000
const pageSize = 100

/** Performs a reading call. */
export function read(asked: Read): Action {
  const { does } = asked.operation
  if (does === 'status-by-reseller') return readByReseller(asked)
  if (does === 'status-by-ids') return readByIds(asked)
  if (does === 'customers') return readPage(asked)
  if (does !== 'list-macs') return readOne(asked)
  const macs = asked.world.macs.get(asked.query['hostname'] ?? '')
  return macs === undefined ? { kind: 'unknown', about: 'hostname' } : { kind: 'boxes', boxes: [...macs] }
}

function readOne({ world, description: { behaviour }, operation, query }: Read): Action {
  const found = findCustomer({ world, behaviour, query, isRead: true })
  if (found.kind === 'no') return found.reason === 'unknown-customer' ? { kind: 'unknown', about: 'customer' } : found
  const { customers } = found
  const first = customers[0] as Customer
  if (operation.does === 'devices') return { kind: 'boxes', boxes: customers.flatMap(({ devices }) => devices) }
  return operation.does === 'status' ? { kind: 'status', customer: first } : { kind: 'customer', customers }
}

function readByReseller({ world, query }: Read): Action {
  const page = query['page'] ?? ''
  const wanted = query['status_type'] ?? ''
  if (!/^[1-9]\d*$/.test(page) || (query['reseller_id'] ?? '') === '') return refuse('missing', 'bad-value')
  if (wanted !== '' && !statuses.has(wanted)) return refuse('bad-value', 'bad-value')
  const reseller = query['reseller_id'] === '0' ? '' : query['reseller_id']
  const customers = world.customers.filter(
    (customer) => customer.part.resellerId === reseller && (wanted === '' || world.show(customer).status === wanted),
  )
  const start = (Number(page) - 1) * pageSizeOfReseller
  return { kind: 'statuses', customers: customers.slice(start, start + pageSizeOfReseller), missing: [] }
}

function readByIds({ world, call }: Read): Action {
  const ids = readIds(call.body)
  if (ids === null) return refuse('bad-value', 'bad-value')
  return {
    kind: 'statuses',
    customers: world.customers.filter(({ part }) => ids.includes(part.userid)),
    missing: ids.filter((id) => world.customers.every(({ part }) => part.userid !== id)),
  }
}

function readIds(body: string): readonly string[] | null {
  try {
    const parsed = JSON.parse(body) as { readonly user_ids?: unknown } | null
    const ids = parsed?.user_ids
    return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? ids : null
  } catch {
    return null
  }
}

const filters: Readonly<Record<string, (customer: Customer) => string>> = {
  firstname: ({ part }) => part.firstname,
  lastname: ({ part }) => part.lastname,
  street: ({ part }) => part.street,
  postal: ({ part }) => part.zipcode,
  city: ({ part }) => part.city,
  state: ({ part }) => part.state,
  country: ({ part }) => part.country,
  telephone: ({ part }) => part.phone,
  mobile: ({ part }) => part.mobile,
}

function readPage({ world, description, query }: Read): Action {
  const wantedStatus = query['status'] ?? ''
  if (wantedStatus !== '' && !statuses.has(wantedStatus)) return refuse('bad-value', 'bad-value')
  const dates: Readonly<Record<string, (customer: Customer, day: number) => boolean>> = {
    subscription_start_date: ({ startDay }, day) => startDay === day,
    subscription_end_date: ({ endDay }, day) => endDay === day,
    customer_created_from: ({ part }, day) => part.createdDay >= day,
    customer_created_to: ({ part }, day) => part.createdDay <= day,
  }
  const asked = Object.entries(query).filter(([, value]) => value !== '')
  const days = asked.filter(([name]) => name in dates)
  if (days.some(([, value]) => readIsoDay(value) === null)) return refuse('bad-value', 'bad-value')
  const cursor = query['last_customer_id'] ?? ''
  const after = cursor === '' ? Number.POSITIVE_INFINITY : readCursor(cursor, description)
  if (after === null) return refuse('bad-value', 'bad-value')
  const customers = world.customers
    .toReversed()
    .filter((customer) => customer.id < after)
    .filter((customer) => wantedStatus === '' || world.show(customer).status === wantedStatus)
    .filter((customer) => days.every(([name, value]) => dates[name]?.(customer, readIsoDay(value) ?? 0)))
    .filter((customer) =>
      asked.every(([name, value]) => {
        const own = filters[name]?.(customer).toLowerCase()
        if (own === undefined) return true
        return description.reads.filter === 'equals' ? own === value.toLowerCase() : own.includes(value.toLowerCase())
      }),
    )
  return { kind: 'page', customers: customers.slice(0, pageSize), hasNext: customers.length > pageSize }
}

/** The cursor after a customer: its number, or an encoded number. */
export function writeCursor(id: number, { reads }: PlatformDescription): string {
  return reads.cursor === 'number' ? String(id) : `c${(id * 7919 + 13).toString(36)}`
}

function readCursor(text: string, { reads }: PlatformDescription): number | null {
  if (reads.cursor === 'number') return /^\d+$/.test(text) ? Number(text) : null
  const value = (Number.parseInt(text.slice(1), 36) - 13) / 7919
  return text.startsWith('c') && Number.isInteger(value) ? value : null
}

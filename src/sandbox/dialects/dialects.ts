import type { SandboxOptions } from '../options.ts'
import { classic } from './classic.ts'
import { commonStatusOf, jsonReply, oneOrMany, textReply, type Dialect } from './dialect.ts'
import { foreign, lines, table } from './foreign.ts'
import { modern } from './modern.ts'
import type { StoredCustomer } from '../store/customers.ts'

const minimal = ({ userid, firstname, lastname }: StoredCustomer) => ({ userid, firstname, lastname })

const withSubscription = (customer: StoredCustomer) => ({
  ...minimal(customer),
  product: customer.productid,
  expires: customer.endDate,
})

/** Plain strings: `OK`, `ERROR: ...`, boxes as bare strings or separated by commas, and as few customer fields as possible. Most refusals come with 200. */
const terse: Dialect = {
  failure: ({ code, text }) => textReply(`ERROR: ${text}`, commonStatusOf[code] ?? 200),
  created: ({ customer, passwordWasGenerated }) =>
    passwordWasGenerated ? jsonReply({ userid: customer.userid, password: customer.password }) : textReply('OK'),
  done: () => textReply('OK'),
  customer: ({ customers, version }) => jsonReply(oneOrMany(customers.map(version === 1 ? minimal : withSubscription))),
  status: ({ customer }) => textReply(customer.status),
  statuses: ({ customers }) =>
    jsonReply(
      customers.length === 0 ? [] : Object.fromEntries(customers.map(({ userid, status }) => [userid, status])),
    ),
  devices: ({ devices }) => jsonReply(devices.map(({ uuid }) => uuid)),
  'mac-addresses': ({ bindings }) =>
    bindings.length === 0 ? jsonReply([]) : textReply(bindings.map(({ macAddress }) => macAddress).join(',')),
  customers: ({ customers, cursor }) =>
    jsonReply({
      customers: customers.map(({ userid }) => ({ userid })),
      has_next: cursor !== undefined,
      ...(cursor === undefined ? {} : { cursor }),
    }),
}

export const dialects: Readonly<Record<SandboxOptions['dialect'], Dialect>> = {
  classic,
  modern,
  terse,
  foreign,
  lines,
  table,
}

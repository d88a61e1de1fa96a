import { refuse, type Action } from './action.ts'
import type { Behaviour } from './description.ts'
import type { Customer, World } from './world.ts'

/** A call, and the platform that receives it. */
export interface Asked {
  readonly world: World
  readonly behaviour: Behaviour
  readonly query: Readonly<Record<string, string>>
  readonly isRead: boolean
}

/** The customers that a call is about, at least one, or why there is none. A change gets exactly one. */
export function findCustomer({
  world,
  behaviour,
  query,
  isRead,
}: Asked): { readonly kind: 'customers'; readonly customers: readonly Customer[] } | Extract<Action, { kind: 'no' }> {
  const [userid, mapping, password] = ['userid', 'customermappingid', 'password'].map((name) => given(query[name]))
  if (userid === undefined && mapping === undefined) return refuse('missing', 'bad-value')
  const named = world.customers.filter(({ part }) =>
    userid === undefined ? part.customermappingid === mapping : part.userid === userid,
  )
  const isMappingChecked = behaviour.mappingOnIdentity === 'must-match' && mapping !== undefined
  const meant = isMappingChecked ? named.filter(({ part }) => part.customermappingid === mapping) : named
  if (meant.length === 0) return refuse('no-customer', 'unknown-customer')
  const demand = isRead ? behaviour.passwordOnReads : behaviour.passwordOnChanges
  const isChecked = demand === 'always' || (demand === 'when-sent' && password !== undefined)
  const known = meant.filter(({ part }) => part.password === password)
  if (isChecked && known.length === 0) return refuse('bad-password', 'password')
  const left = known.length > 0 && !isRead ? known : isChecked ? known : meant
  if (isRead && behaviour.duplicateRead === 'all') return { kind: 'customers', customers: left }
  const one = behaviour.duplicateRead === 'first' ? left[0] : left.at(-1)
  return { kind: 'customers', customers: [one as Customer] }
}

/** The parameter, unless it is missing, empty or `0`. */
function given(text: string | undefined): string | undefined {
  return text === undefined || text === '' || text === '0' ? undefined : text
}

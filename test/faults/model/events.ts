import * as fc from 'fast-check'
import { jobActs } from '../../../src/shared/domain/job.ts'
import { endings } from './endings.ts'

/** How requests fare that are not held: every read, and with `down` and `token-refused` all of them. */
export const links = ['up', 'down', 'lost', 'busy', 'token-refused'] as const
export type Link = (typeof links)[number]

/** What becomes of the requests that are on their way when the process dies. */
export const fates = ['carried out', 'not carried out', 'late'] as const
export type Fate = (typeof fates)[number]

const activation = fc.record({
  do: fc.constant('activate' as const),
  kind: fc.constantFrom('new-customer', 'new-customer', 'existing-customer', 'hostname'),
  box: fc.nat(1),
  customer: fc.nat(1),
  withHostname: fc.boolean(),
  typed: fc.boolean(),
})
const change = fc.record({
  do: fc.constant('change' as const),
  kind: fc.constantFrom('renewal', 'renewal', 'product-change', 'disable', 'enable', 'customer-alone'),
  customer: fc.nat(1),
  /** 0: a month instead. */
  days: fc.nat(2),
  from: fc.constantFrom('end-date', 'today'),
})
const end = fc.record({
  do: fc.constant('end' as const),
  which: fc.nat(3),
  ending: fc.constantFrom(...endings),
})
const pass = fc.record({
  do: fc.constant('pass' as const),
  ms: fc.constantFrom(1, 100, 1000, 5000, 20_000, 60_000, 125_000, 600_000),
})
const decision = fc.record({
  do: fc.constant('decide' as const),
  job: fc.nat(7),
  act: fc.constantFrom(...jobActs),
  /** Chosen among the jobs that offer it; else among all, as a screen does that was left open. */
  offered: fc.boolean(),
  /** A correction changes something. */
  edited: fc.boolean(),
})

/** What a platform fails at whenever it is about one customer; `all after`: it does what it is asked, and fails then. */
export const failings = ['nothing', 'reads', 'all', 'all after'] as const
export type Failing = (typeof failings)[number]

const kinds = [
  activation,
  activation,
  change,
  change,
  end,
  end,
  end,
  pass,
  pass,
  fc.record({ do: fc.constant('link' as const), link: fc.constantFrom('up', 'up', ...links) }),
  fc.record({ do: fc.constant('die' as const), fate: fc.constantFrom(...fates) }),
  fc.record({ do: fc.constant('die-after' as const), exchanges: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ do: fc.constant('set-clock' as const), hours: fc.constantFrom(1, -1, 87_600, -87_600, -400_000) }),
  decision,
  decision,
  fc.record({ do: fc.constant('pause' as const), paused: fc.boolean() }),
  fc.record({ do: fc.constant('new-token' as const) }),
] as const

/** Whoever fails for good is told of only after a long time, so that comes seldom. */
const seldom = fc.record({
  do: fc.constant('fail' as const),
  customer: fc.nat(1),
  at: fc.constantFrom(...failings),
})

/** Each kind of event, as often as it is wanted among the others. */
export const eventKinds: readonly fc.Arbitrary<Event>[] = [...kinds, ...kinds, seldom]

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never
/** One thing that happens, in plain data: a sequence of them can be kept, and played again whatever the generator draws by then. */
export type Event = Drawn<(typeof kinds)[number] | typeof seldom>
/** One kind of event. */
export type EventOf<D extends Event['do']> = Extract<Event, { readonly do: D }>

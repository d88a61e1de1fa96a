import * as fc from 'fast-check'
import { jobActions } from '../../../src/shared/domain/job.ts'
import { endings } from './endings.ts'

/** What happens to requests that are not held: every read and, with `down` and `token-refused`, every request. */
export const links = ['up', 'down', 'lost', 'busy', 'token-refused'] as const
export type Link = (typeof links)[number]

/** What happens to the requests in flight when the process dies. */
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
  kind: fc.constantFrom('renewal', 'renewal', 'product-change', 'disable', 'enable', 'new-customer'),
  customer: fc.nat(1),
  /** 0: one month instead. */
  days: fc.nat(2),
  from: fc.constantFrom('end-date', 'today'),
})
/** Several new customers at once, as of a list: their user IDs are read together. Rare, because a sequence of many jobs is slow. */
const crowd = fc.record({ do: fc.constant('crowd' as const), count: fc.integer({ min: 4, max: 7 }) })
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
  action: fc.constantFrom(...jobActions),
  /** Chosen among the jobs that offer the action; else among all jobs, as on a screen that is out of date. */
  offered: fc.boolean(),
  /** Whether a correction changes something. */
  edited: fc.boolean(),
})

/** The requests about one customer at which the platform fails; `all after`: it performs the request and then fails. */
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

/** Rare, because a permanent failure is reported only after a long time. */
const seldom = fc.record({
  do: fc.constant('fail' as const),
  customer: fc.nat(1),
  at: fc.constantFrom(...failings),
})

/** Each kind of event, by its weight. */
export const eventKinds: readonly fc.Arbitrary<Event>[] = [...kinds, ...kinds, seldom, crowd]

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never
/** One event as plain data: a sequence of events can be stored and replayed, even if the generator has changed. */
export type Event = Drawn<(typeof kinds)[number] | typeof seldom | typeof crowd>
/** One kind of event. */
export type EventOf<D extends Event['do']> = Extract<Event, { readonly do: D }>

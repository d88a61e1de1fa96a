import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide, decideOnPassword } from '../../../../src/main/jobs/decide.ts'
import type { Showing } from '../../../../src/main/jobs/access.ts'
import type { Finding, VerdictResult } from '../../../../src/main/jobs/ledger/history.ts'
import type { Circumstances } from '../../../../src/main/jobs/step-context.ts'
import { usual } from './decide-rows.ts'
import { attempt, makeHistory, reading, verdict, type Happening } from './make-history.ts'

/** A platform that answers each kind of question with the same few answers again and again. Times in milliseconds. */
interface Habits {
  readonly findings: readonly (Exclude<Finding, 'unreached'> | 'fails')[]
  readonly verdicts: readonly Extract<VerdictResult, 'accepted' | 'refused' | 'unknown'>[]
  readonly controls: readonly ('shown' | 'nothing')[]
  readonly answerMs: number
}

const someOf = <T extends string>(...values: readonly T[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 4 })
const habits: fc.Arbitrary<Habits> = fc.record({
  findings: someOf(
    ...([
      'absent',
      'no-customer',
      'unclear',
      'cannot-tell',
      'earlier-unclear',
      'fails',
      'credentials',
      'present',
    ] as const),
  ),
  verdicts: someOf('accepted', 'refused', 'unknown'),
  controls: someOf('shown', 'nothing'),
  answerMs: fc.constantFrom(50, 1000, 5000, 40_000, 100_000),
})
const circumstances: fc.Arbitrary<Partial<Circumstances>> = fc.record({
  processingMs: fc.constantFrom(0, 2000, 20_000, 120_000, 3_600_000),
  creates: fc.boolean(),
  logIn: fc.constantFrom('ours' as const, 'unknown' as const),
  spends: fc.constantFrom('no' as const, 'sent-again' as const, 'asked-first' as const),
  saysThere: fc.boolean(),
})

const next = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Works on a step until it is settled. Returns how many requests that took. Undefined if the step is not settled after many requests. */
function countRequests({ findings, verdicts, controls, answerMs }: Habits, given: Partial<Circumstances>) {
  const happenings: Happening[] = []
  const showings: Showing[] = []
  let now = 1000
  let [reads, sends, searches] = [0, 0, 0]
  let own: Pick<Circumstances, 'notedAt'> & { isSoughtInVain?: boolean } = {}
  while (reads + sends + searches < 1000) {
    const { isSoughtInVain, ...noted } = own
    const present: Circumstances = {
      ...usual,
      ...given,
      ...noted,
      now,
      showings,
      answeredWellAt: now,
      timesSent: given.spends === 'no' ? 0 : sends,
      control: isSoughtInVain === true ? 'sought' : showings.length > 0 ? 'seen' : 'not-sought',
    }
    const history = makeHistory(...happenings)
    const first = decide(history, present)
    const decision = first.action === 'check-credentials' ? decideOnPassword(history, present) : first
    const at = now
    switch (decision.action) {
      case 'settle':
        return reads + sends + searches
      case 'wait':
        expect(decision.until).toBeGreaterThan(now)
        now = decision.until
        own = {}
        break
      case 'read': {
        const finding = next(findings, reads)
        const isAnswered = finding === 'fails'
        now += answerMs
        happenings.push(isAnswered ? { type: 'reading', result: 'unreached', at, isAnswered } : reading(finding, at))
        own = { ...own, notedAt: now }
        reads += 1
        if (!isAnswered) break
        // The run ends. The next one comes after a pause that grows, up to a minute.
        now += Math.min(60_000, 1000 * 2 ** reads)
        own = {}
        break
      }
      case 'send':
        now += answerMs
        happenings.push(attempt(at), verdict(next(verdicts, sends), now))
        sends += 1
        break
      case 'verify-read-path':
        now += answerMs
        if (next(controls, searches) === 'shown')
          showings.push({ asked: { sequence: happenings.length, at }, notedAt: now })
        else own = { ...own, isSoughtInVain: true }
        searches += 1
        break
      case 'check-credentials':
        return undefined
    }
  }
  return undefined
}

/** These steps were once read without end: the proof of an absence had to fit into the processing time. */
const endlessOnce = [
  [0, 50],
  [2000, 5000],
].map(([processingMs = 0, answerMs = 0]): [Habits, Partial<Circumstances>] => [
  { findings: ['absent'], verdicts: ['unknown'], controls: ['shown'], answerMs },
  { processingMs },
])

test('each step is settled after a bounded number of requests, whatever the platform answers again and again', () => {
  fc.assert(
    fc.property(habits, circumstances, (platform, given) => {
      expect(countRequests(platform, given)).toBeLessThan(400)
    }),
    { numRuns: 3000, seed: Number(process.env['SEED'] ?? 20_240_614), examples: endlessOnce },
  )
})

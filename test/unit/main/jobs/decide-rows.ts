import { expect, test } from 'vitest'
import type { Circumstances, Decision } from '../../../../src/main/jobs/step-context.ts'
import { decide } from '../../../../src/main/jobs/decide.ts'
import type { VerdictResult } from '../../../../src/main/jobs/ledger/history.ts'
import { attempt, makeHistory, reading, verdict, type Happening } from './make-history.ts'

export type Happenings = readonly Happening[]
export type Row = readonly [title: string, happenings: Happenings, expected: Decision, changed?: Partial<Circumstances>]

/** A platform that needs ten seconds at most, and a process that is an hour old and wrote the whole history itself. */
export const usual: Circumstances = {
  now: 3_600_000,
  start: { sequence: 0, at: 0 },
  processingMs: 10_000,
  creates: false,
  logIn: 'ours',
  spends: 'no',
  asksPassword: false,
  saysThere: false,
  timesSent: 0,
  isUnmoved: true,
  control: 'seen',
  showings: [{ asked: { sequence: 1000, at: 3_598_400 }, notedAt: 3_598_500 }],
}
export const { now } = usual
export const creation = { creates: true }
export const password = { asksPassword: true }
export const carried = { carried: { sequence: 1, at: now - 60_000 } }
export const settle = (
  state: Extract<Decision, { action: 'settle' }>['state'],
  why: Extract<Decision, { action: 'settle' }>['why'],
) => ({ action: 'settle', state, why }) as Decision
export const waitUntil = (until: number): Decision => ({ action: 'wait', until, why: 'processing-time' })
export const read: Decision = { action: 'read' }
export const renewed: Decision = { action: 'read', isRenewed: true }
export const send: Decision = { action: 'send' }
export const readSoon = waitUntil(now + 10_000 / 240)
export const checkCredentials: Decision = { action: 'check-credentials' }
export const verifyRead: Decision = { action: 'verify-read-path' }
export const seenThere = settle('done', 'seen-on-platform')
export const refused = settle('refused', 'platform-refused')
export const threeUnclear = [1, 2, 3].map((s) => reading('unclear', now - 100 + s))

export const judge = (rows: readonly Row[], by = decide) => {
  for (const [title, happenings, expected, changed = {}] of rows)
    test(title, () => {
      expect(by(makeHistory(...happenings), { ...usual, ...changed })).toEqual(expected)
    })
}

/** The read showed something. It was requested after the entry with this number, and answered at `notedAt`. */
export const shown = (sequence: number, notedAt: number, at = notedAt) => ({
  showings: [{ asked: { sequence, at }, notedAt }],
})

export const sent = (result: VerdictResult, at = now - 60_000) => [attempt(at - 100), verdict(result, at)] as const
/** Two readings after the processing time. */
export const lateAbsent = [reading('absent', now - 2000), reading('absent', now - 1000)] as const
export const turnedAway = [attempt(now - 60_100), { ...verdict('unknown', now - 60_000), isTurnedAway: true }] as const

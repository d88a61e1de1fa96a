import { describe, expect, it } from 'vitest'
import { t } from '../../../../../src/renderer/src/locale.ts'
import { KnownFacts } from '../../../../../src/renderer/src/features/queue/known-facts.tsx'
import { ticketOfJob } from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { whyCodes, type JobAction, type JobDetail, type WhyCode } from '../../../../../src/shared/domain/job.ts'
import { actionsFor } from '../../../../../src/main/jobs/ledger/job-view.ts'
import { customerActions, makeUndecided } from '../../../../fakes/action-jobs.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { makeJob, northConnection } from '../../../../fakes/world.ts'
import { ActionList, decisionsFor } from '../../../../../src/renderer/src/features/queue/job-actions.tsx'

const now = Date.UTC(2026, 10, 21, 12)
const before = { endDate: '2026-12-20', product: 'Family' }
const shown = (detail: JobDetail) =>
  renderWords(<KnownFacts detail={detail} order={ticketOfJob(detail, northConnection.products).order} />)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const actions = (detail: JobDetail) =>
  renderWords(<ActionList choices={decisionsFor(detail)} detail={detail} onPress={() => undefined} />)

/** The reasons for which a job can be undecided, whoever makes the user ID. */
const always = [
  'reply-lost-absent',
  'reply-lost-unreadable',
  'perhaps-sent-absent',
  'perhaps-sent-unreadable',
  'accepted-but-absent',
  'earlier-try-took-effect',
  'earlier-try-unclear',
  'keeps-failing',
  'claimed-elsewhere',
] as const satisfies readonly WhyCode[]
/** The reasons for which a job can be undecided only if its user ID is known. */
const ifKnown = [
  'no-such-customer',
  'somebody-else',
  'other-user-id',
  'password-asked',
  'not-applied',
  'moved-otherwise',
  'sent-twice',
  'cannot-tell',
] as const satisfies readonly WhyCode[]
/** The reasons for which a creation can be undecided only if the platform makes the user ID. */
const ifUnknown = ['several-found', 'log-in-unknown'] as const satisfies readonly WhyCode[]
const undecided = [
  ...[...always, ...ifKnown].map((code) => [code, 'by Setdesk'] as const),
  ...[...always, ...ifUnknown].map((code) => [code, 'by the platform'] as const),
]

/** The words by which an advice tells a technician to do something with a button of the job. */
const saying = {
  'check-again': /\bcheck again\b/i,
  'it-is-there': /\bmark it as present\b|\banswer whether it is there\b/i,
  'send-again': /\bsend (?:it|the correction)\b/i,
  correct: /\bcorrect (?:it|the user ID)\b|“Correct”/i,
  drop: /\bdrop (?:it|the job|this job)\b/i,
  'go-on-anyway': /\bcontinue anyway\b/i,
} as const satisfies Partial<Record<JobAction, RegExp>>

/** An undecided creation with the actions that the queue offers for this reason. */
function undecidedFor(code: WhyCode, userid: 'by Setdesk' | 'by the platform'): JobDetail {
  const job = makeJob('needs-you', 1, now)
  const intent = { ...job.intent, ...(userid === 'by the platform' && { logIn: {} }) }
  const acted = { state: 'needs-you', why: code, payload: { intent, technician: '' } } as const
  const actions = [...actionsFor(acted, [{ kind: 'create-customer', state: 'undecided' }])]
  return { ...job, intent, actions, summary: { ...job.summary, why: { code } } }
}
const namedIn = (detail: JobDetail): readonly string[] => {
  const text = shown(detail)
  return Object.entries(saying).flatMap(([action, words]) => (words.test(text) ? [action] : []))
}

describe("the facts for a technician's decision", () => {
  it('show what changed beside what was requested', () => {
    const detail = makeUndecided(customerActions.renewal, 'moved-otherwise', 1, now, [
      before,
      { ...before, endDate: '2027-03-20' },
    ])
    const text = shown(detail)
    expect(text).toContain('Before 20 Dec 2026 Family')
    expect(text).toContain('Requested: 1 month 20 Jan 2027 Family')
    expect(text).toContain('Now 20 Mar 2027 Family')
    expect(text).toContain('it changed, but differently')
    expect(text).not.toContain('another customer is there')
  })

  it.each(whyCodes)('say what to do about %s, without “Correct” for a password or another customer', (code) => {
    const job = makeJob('needs-you', 1, now)
    const text = shown({ ...job, summary: { ...job.summary, why: { code } } })
    const hasOther = code === 'password-asked' || code === 'somebody-else'
    expect(text).toContain(t('queue.known.title'))
    expect(text).toContain(hasOther ? t(`queue.known.${code}`) : t(`why.${code}.next`))
    if (hasOther) expect(text).not.toContain(t(`why.${code}.next`))
  })

  it.each(undecided)('name for %s only actions that the job offers, if the user ID is made %s', (code, userid) => {
    const detail = undecidedFor(code, userid)
    expect(detail.actions).toEqual(expect.arrayContaining([...namedIn(detail)]))
  })

  it('name each action for some reason', () => {
    const named = undecided.flatMap(([code, userid]) => namedIn(undecidedFor(code, userid)))
    expect(new Set(named)).toEqual(new Set(Object.keys(saying)))
  })

  it('advise to correct the password if that is possible', () => {
    const job = makeJob('needs-you', 1, now)
    const text = shown({ ...job, actions: ['correct'], summary: { ...job.summary, why: { code: 'password-asked' } } })
    expect(text).toContain('enter it under “Correct”')
  })

  it('advise to find the other job if that job is of this computer, too', () => {
    const job = makeJob('needs-you', 1, now)
    const fleet = { state: 'conflict', isOwn: true } as const
    const summary = { ...job.summary, why: { code: 'claimed-elsewhere' }, fleet } as const
    expect(shown({ ...job, summary })).toContain('Find the other job in the queue')
    expect(shown({ ...job, summary: { ...summary, fleet: { ...fleet, isOwn: false } } })).toContain(
      'Ask the other computer’s technician',
    )
  })

  it('distinguish calls of this computer from calls that may have been sent elsewhere', () => {
    const job = makeJob('needs-you', 1, now)
    const assumed = {
      number: 1,
      startedAt: now - 9000,
      endedAt: now - 9000,
      outcome: 'unknown',
      isAssumed: true,
    } as const
    const withAttempts = (...attempts: JobDetail['steps'][number]['attempts']) =>
      shown({ ...job, steps: job.steps.map((step, index) => (index === 0 ? { ...step, attempts } : step)) })
    const own = { number: 1, startedAt: now - 5000, endedAt: now - 5000, outcome: 'unknown' } as const
    expect(withAttempts(assumed)).toContain('Nothing has been sent for this step from this computer so far.')
    expect(withAttempts(assumed)).toContain('It may have been sent before it came to this computer.')
    expect(withAttempts(assumed, own)).toContain('Tried once')
    expect(withAttempts(assumed, own)).toContain('It may have been sent before')
    expect(withAttempts(own)).not.toContain('It may have been sent before')
  })

  it('explain the effect of each action', () => {
    const html = actions(makeJob('needs-you', 1, now))
    for (const action of ['check-again', 'it-is-there', 'send-again', 'drop'] as const) {
      expect(html).toContain(t(`queue.actions.${action}`))
      expect(html).toContain(t(`queue.means.${action}`))
    }
  })

  it('say that a renewal had no effect, but not that the renewal is missing', () => {
    const html = actions(makeUndecided(customerActions.renewal, 'not-applied', 1, now, [before, before]))
    expect(html).toContain(t('queue.means.send-again-unapplied'))
    expect(html).not.toContain(t('queue.actions.send-again'))
  })

  it.each([
    customerActions.renewal,
    customerActions['product-change'],
    customerActions.disable,
    customerActions.enable,
  ])('ask whether a $kind is in effect, and never whether it is there or present', (change) => {
    for (const code of always) {
      const detail = makeUndecided(change, code, 1, now, [before, before])
      const facts = shown(detail)
      const html = actions(detail)
      expect(html, code).toContain(t('queue.actions.it-is-there-effect'))
      expect(html, code).toContain(t('queue.means.it-is-there-effect'))
      expect(`${facts} ${html}`, code).not.toMatch(/as present|whether it is there|Not there/)
    }
  })

  it('ask whether a new customer or a binding is there', () => {
    const html = actions(makeJob('needs-you', 1, now))
    expect(html).toContain('Mark as present')
    expect(html).not.toContain(t('queue.actions.it-is-there-effect'))
  })
})

import { describe, expect, it } from 'vitest'
import { t } from '../../../../../src/renderer/src/locale.ts'
import { KnownFacts } from '../../../../../src/renderer/src/features/queue/known-facts.tsx'
import { ticketOfJob } from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { whyCodes, type JobDetail } from '../../../../../src/shared/domain/job.ts'
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

  it.each(whyCodes)('are shown for %s, without advising "Correct" for a password or another customer', (code) => {
    const job = makeJob('needs-you', 1, now)
    const text = shown({ ...job, summary: { ...job.summary, why: { code } } })
    expect(text).toContain(t('queue.known.title'))
    if (code === 'password-asked' || code === 'somebody-else') expect(text).not.toContain('Correct')
  })

  it('advise to correct the password if that is possible', () => {
    const job = makeJob('needs-you', 1, now)
    const text = shown({ ...job, actions: ['correct'], summary: { ...job.summary, why: { code: 'password-asked' } } })
    expect(text).toContain('enter it under “Correct”')
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
    expect(withAttempts(assumed)).toContain('Nothing has been sent from this computer so far.')
    expect(withAttempts(assumed)).toContain('It may have been sent before it came to this computer.')
    expect(withAttempts(assumed, own)).toContain('Sent once')
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
})

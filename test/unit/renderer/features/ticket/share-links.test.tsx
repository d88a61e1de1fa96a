import { expect, test } from 'vitest'
import { ShareLinks } from '../../../../../src/renderer/src/features/ticket/paper/paper-dialog.tsx'
import { handoutOfJob } from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { customerActions, makeActionJob } from '../../../../fakes/action-jobs.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { makeJob, northConnection } from '../../../../fakes/world.ts'
import type { JobDetail } from '../../../../../src/shared/domain/job.ts'

const settings = { ...northConnection, handoutSteps: ['Plug in the box.'], supportNumber: '0800 1' }

/** The subject and the text of the e-mail that the screen offers for a job's handout. */
function mailOf(job: JobDetail): { readonly subject: string; readonly text: string } {
  const html = renderWithServices(<ShareLinks handout={handoutOfJob(job, { settings }, { stationName: '' })} />)
  const [, href = ''] = /href="(mailto:[^"]*)"/.exec(html) ?? []
  const link = new URL(href.replaceAll('&amp;', '&'))
  return { subject: link.searchParams.get('subject') ?? '', text: link.searchParams.get('body') ?? '' }
}

test('the shared text of an activation has the log-in and the steps', () => {
  const { subject, text } = mailOf(makeJob('done', 0, 0))
  expect(subject).toBe('North TV: Your TV login')
  expect(text).toContain('1. Plug in the box.')
})

test.each([
  ['renewal', /^\d+ months?$/m],
  ['product-change', /Product/],
] as const)('the shared text of a %s has the order in place of the steps', (kind, order) => {
  const { subject, text } = mailOf(makeActionJob(customerActions[kind], 'done', 1, 1000))
  expect(subject).toBe('North TV: Your TV subscription')
  expect(text).toMatch(order)
  expect(text).toContain('Help 0800 1')
  expect(text).not.toContain('Plug in')
})

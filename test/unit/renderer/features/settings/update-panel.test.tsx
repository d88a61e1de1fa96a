import { describe, expect, test } from 'vitest'
import { UpdatePanel } from '../../../../../src/renderer/src/features/settings/about-panels.tsx'
import { updateRefusals, type UpdateStatus, type UpdateView } from '../../../../../src/shared/domain/update.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const show = (status: UpdateStatus, more: Partial<UpdateView> = {}): string =>
  renderWithServices(<UpdatePanel />, {}, { update: { status, ...more } })
const ready = { state: 'ready', version: '0.2.0', notes: 'Starts faster.', waitsFor: 'quiet', isAsked: false } as const

test.each<[string, UpdateStatus]>([
  ['Updates belong to the installed app', { state: 'elsewhere', by: 'browser' }],
  ['runs from its source code', { state: 'elsewhere', by: 'source' }],
  ['package manager', { state: 'elsewhere', by: 'package' }],
  ['without an address for updates', { state: 'not-set-up' }],
  ['does not let Setdesk update itself', { state: 'forbidden' }],
  ['Unlock the saved work first', { state: 'locked' }],
  ['has not looked for a new version', { state: 'unknown' }],
  ['Looking for a new version', { state: 'checking' }],
  ['up to date', { state: 'current' }],
  ['is released in stages. This computer gets it later.', { state: 'later', version: '0.2.0' }],
  ['Downloading version 0.2.0: 42 %', { state: 'downloading', version: '0.2.0', percent: 42 }],
  ['when nothing is being sent', { ...ready, waitsFor: 'work' }],
  ['when the open form is finished', { ...ready, waitsFor: 'form' }],
  ['when nobody has worked at this computer', ready],
  ['when you close Setdesk', { ...ready, waitsFor: 'closing' }],
  ['as soon as the jobs that are being sent are finished', { ...ready, waitsFor: 'work', isAsked: true }],
  ['(http-404)', { state: 'not-reached', failure: 'http-404' }],
  ['not enough room on the disk', { state: 'not-reached', failure: 'no-room' }],
  ['could not be written to this computer', { state: 'not-reached', failure: 'not-written' }],
])('the panel for updates says "%s" in the right state', (words, status) => {
  expect(show(status)).toContain(words)
})

describe('the refusal of an update', () => {
  test('has words of its own for each reason', () => {
    const said = updateRefusals.map((refusal) => show({ state: 'refused', refusal, version: '0.2.0' }))
    expect(new Set(said).size).toBe(updateRefusals.length)
    for (const words of said)
      expect(words).toMatch(/No new version was installed.+Tell your operator if this message does not go away\./s)
  })
})

describe('the button that installs a version', () => {
  const button = 'Install now'

  test('is shown while the version waits for the end of a form or of work at this computer', () => {
    expect(show(ready)).toContain(button)
    expect(show({ ...ready, waitsFor: 'form' })).toContain(button)
  })

  test('is hidden while jobs are sent, after it was pressed, or if only closing Setdesk helps', () => {
    expect(show({ ...ready, waitsFor: 'work' })).not.toContain(button)
    expect(show({ ...ready, isAsked: true })).not.toContain(button)
    expect(show({ ...ready, waitsFor: 'closing' })).not.toContain(button)
  })
})

test('the button that looks for a new version is hidden if none can be found', () => {
  const button = 'Look for a new version'
  expect(show({ state: 'current' })).toContain(button)
  for (const state of ['forbidden', 'not-set-up', 'checking'] as const) expect(show({ state })).not.toContain(button)
  expect(show({ state: 'elsewhere', by: 'browser' })).not.toContain(button)
})

test('the notes of a version are shown as text, whatever they contain', () => {
  const html = show({ ...ready, notes: '<img src=x onerror=alert(1)>' })
  expect(html).toContain('&lt;img')
  expect(html).not.toContain('<img')
})

test('the panel for updates says which version failed to start, and when Setdesk last looked for a new one', () => {
  expect(show({ state: 'current' }, { takenBack: '0.2.0' })).toContain('Version 0.2.0 failed to start, twice in a row')
  expect(show({ state: 'current' }, { checkedAt: Date.UTC(2027, 2, 1) })).toContain('Last looked:')
})

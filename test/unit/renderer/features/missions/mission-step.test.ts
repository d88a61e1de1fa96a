import { expect, test } from 'vitest'
import { jobOf, labelOf, stepOf } from '../../../../../src/renderer/src/features/missions/mission-bar.tsx'
import { jobStates, type JobSummary } from '../../../../../src/shared/domain/job.ts'
import type { BegunMission } from '../../../../../src/shared/domain/missions.ts'

const box = '001A79000001'
const broken = '001A79000002'
const mission = (name: BegunMission['name']): BegunMission => ({ name, box, ...(name === 'swap' && { broken }) })
const at = (screen: 'home' | 'activate' | 'customers', isCut = false) => ({ screen, job: undefined, isCut })

const job = (kind: JobSummary['kind'], state: JobSummary['state'], value = box) =>
  ({ kind, state, box: { kind: 'mac', value } }) as JobSummary

test.each([
  ['activate', at('home'), 'scan', box],
  ['activate', at('activate'), 'type', box],
  ['swap', at('home'), 'scan-broken', broken],
  ['swap', at('activate'), 'open-customer', broken],
  ['swap', at('customers'), 'replace', box],
  ['offline', at('home'), 'cut', undefined],
  ['offline', at('home', true), 'scan', box],
  ['offline', at('activate', true), 'type', box],
] as const)('the mission "%s" on the screen %j has the step %s before its job is saved', (name, where, step, label) => {
  expect(stepOf(mission(name), where)).toBe(step)
  expect(labelOf(mission(name), step)).toBe(label)
})

test.each(jobStates)('each mission has the right step for a job with the state "%s"', (state) => {
  const expected =
    state === 'done' ? 'done' : ['saved', 'sending', 'checking', 'waiting'].includes(state) ? 'sending' : 'stuck'
  for (const name of ['activate', 'swap', 'offline'] as const) {
    const step = stepOf(mission(name), { screen: 'home', job: { state }, isCut: false })
    expect(step).toBe(expected)
    expect(labelOf(mission(name), step)).toBeUndefined()
  }
})

test('while the network is cut, a mission with a waiting or finished job asks to restore the network', () => {
  for (const state of ['saved', 'waiting', 'done'] as const)
    expect(stepOf(mission('offline'), { screen: 'queue', job: { state }, isCut: true })).toBe('mend')
})

test('a mission follows only a job for its own box, and a swap only a job for an existing customer', () => {
  const created = job('new-customer', 'done')
  const swapped = job('existing-customer', 'saved')
  const others = [job('new-customer', 'dropped'), job('new-customer', 'done', broken)]
  expect(jobOf(mission('activate'), [...others, created])).toBe(created)
  expect(jobOf(mission('activate'), others)).toBeUndefined()
  expect(jobOf(mission('swap'), [...others, created])).toBeUndefined()
  expect(jobOf(mission('swap'), [created, swapped])).toBe(swapped)
})

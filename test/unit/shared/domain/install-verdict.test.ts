import { describe, expect, test } from 'vitest'
import type { BoxLight } from '../../../../src/shared/domain/customer-view.ts'
import { readDay } from '../../../../src/shared/domain/day.ts'
import { daysLeft, judgeInstall, type VerdictGround } from '../../../../src/shared/domain/install-verdict.ts'

const today = readDay('2026-11-21') ?? 0
const box = { id: '00:1A:79:4C:00:01' }
const on: BoxLight = { id: box.id, light: 'on', hostname: 'tv.coast.example' }
const sound: VerdictGround = {
  status: 'Active',
  endDate: '2027-03-02',
  deviceLimit: '2',
  devices: [box],
  lights: [on],
  today,
}

const judge = (changed: Partial<VerdictGround>) => judgeInstall({ ...sound, ...changed })
const findings = (changed: Partial<VerdictGround>) =>
  Object.fromEntries(judge(changed).checks.map(({ subject, finding }) => [subject, finding]))

describe('the verdict on an install', () => {
  test('is that it works where all five of the checklist are good', () => {
    expect(judge({})).toEqual({
      outcome: 'works',
      next: 'nothing',
      checks: [
        { subject: 'status', finding: 'active', outcome: 'good' },
        { subject: 'end-date', finding: 'ahead', outcome: 'good' },
        { subject: 'box', finding: 'there', outcome: 'good' },
        { subject: 'limit', finding: 'room', outcome: 'good' },
        { subject: 'hostname', finding: 'all', outcome: 'good' },
      ],
    })
  })

  test.each<readonly [string, Partial<VerdictGround>, string, string]>([
    ['a disabled customer is enabled, whatever else there is', { status: 'Disabled', devices: [] }, 'fails', 'enable'],
    ['an expired one is renewed', { status: 'Expired', endDate: '2026-11-20' }, 'fails', 'renew'],
    ['an end that is over is renewed, whatever the status says', { endDate: '2026-11-20' }, 'fails', 'renew'],
    ['a customer without a box gets one', { devices: [], lights: [] }, 'fails', 'add-box'],
    ['a box of a finished job that is not listed is added', { missingBoxes: 1 }, 'fails', 'add-missing-box'],
    ['more boxes than the product allows', { devices: [box, box, box] }, 'fails', 'free-a-box'],
    ['a box under no hostname is put under one', { lights: [{ id: box.id, light: 'off' }] }, 'fails', 'bind-hostname'],
    ['pending is normal until the first log-in', { status: 'Pending' }, 'works', 'first-log-in'],
    ['a trial is as good as active', { status: 'Trial' }, 'works', 'nothing'],
    ['an end in a week is told in time', { endDate: '2026-11-28' }, 'works', 'renew-soon'],
    ['the last day is told', { endDate: '2026-11-21' }, 'works', 'renew-soon'],
    ['a box that still fits is no trouble, nor is the last one', { deviceLimit: '1' }, 'works', 'nothing'],
    ['a limit that is not told speaks neither for nor against', { deviceLimit: undefined }, 'works', 'nothing'],
    [
      'a connection without hostnames has nothing to ask',
      { lights: [{ id: box.id, light: 'not-asked-for' }] },
      'works',
      'nothing',
    ],
    ['a status that is not told leaves it open', { status: undefined }, 'works-perhaps', 'look-again'],
    ['a word that is no status leaves it open', { status: 'Suspended' }, 'works-perhaps', 'look-again'],
    ['a date that cannot be read leaves it open', { endDate: '03/04/2027' }, 'works-perhaps', 'look-again'],
    ['a list of boxes that cannot be read leaves it open', { devices: undefined }, 'works-perhaps', 'look-again'],
    [
      'hostnames that cannot be read leave it open',
      { lights: [{ id: box.id, light: 'unread' }] },
      'works-perhaps',
      'look-again',
    ],
    ['hostnames that were not asked leave it open', { lights: undefined }, 'works-perhaps', 'look-again'],
  ])('%s', (_, changed, outcome, next) => {
    expect(judge(changed)).toMatchObject({ outcome, next })
  })

  test('reads a status in whatever case', () => {
    expect(findings({ status: ' DISABLED ' })['status']).toBe('disabled')
  })

  test('names a box that is missing under a hostname also where another list could not be read', () => {
    const lights: readonly BoxLight[] = [
      { id: 'a', light: 'off' },
      { id: 'b', light: 'unread' },
    ]
    expect(findings({ lights })['hostname']).toBe('some-missing')
  })

  test('takes no limit from a text that is no number', () => {
    expect(findings({ deviceLimit: 'unlimited' })['limit']).toBe('not-told')
    expect(findings({ deviceLimit: '0' })['limit']).toBe('not-told')
  })
})

test('days are counted to the last one, which is 0', () => {
  expect([
    daysLeft('2026-11-22', today),
    daysLeft('2026-11-21T23:00:00', today),
    daysLeft('2026-11-19', today),
  ]).toEqual([1, 0, -2])
  expect([daysLeft(undefined, today), daysLeft('soon', today)]).toEqual([undefined, undefined])
})

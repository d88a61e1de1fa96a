import { describe, expect, test } from 'vitest'
import type { BoxBinding } from '../../../../src/shared/domain/customer/customer-view.ts'
import { readDay } from '../../../../src/shared/domain/day.ts'
import { daysLeft, judgeInstall, type VerdictGround } from '../../../../src/shared/domain/install-verdict.ts'

const today = readDay('2026-11-21') ?? 0
const box = { id: '00:1A:79:4C:00:01' }
const on: BoxBinding = { id: box.id, light: 'on', hostname: 'tv.coast.example' }
const sound: VerdictGround = {
  status: 'Active',
  endDate: '2027-03-02',
  deviceLimit: '2',
  devices: [box],
  bindings: [on],
  today,
}

const judge = (changed: Partial<VerdictGround>) => judgeInstall({ ...sound, ...changed })
const findings = (changed: Partial<VerdictGround>) =>
  Object.fromEntries(judge(changed).checks.map(({ subject, finding }) => [subject, finding]))

describe('the verdict on an installation', () => {
  test('is "works" if all five checks are good', () => {
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
    ['enables a disabled customer first', { status: 'Disabled', devices: [] }, 'fails', 'enable'],
    ['renews an expired customer', { status: 'Expired', endDate: '2026-11-20' }, 'fails', 'renew'],
    ['renews after the end date, whatever the status', { endDate: '2026-11-20' }, 'fails', 'renew'],
    ['adds a box to a customer without one', { devices: [], bindings: [] }, 'fails', 'add-box'],
    ['adds a missing box of a finished job', { missingBoxes: 1 }, 'fails', 'add-missing-box'],
    ['frees a box if there are more than the product allows', { devices: [box, box, box] }, 'fails', 'free-a-box'],
    [
      'binds a box to a hostname if it is under none',
      { bindings: [{ id: box.id, light: 'off' }] },
      'fails',
      'bind-hostname',
    ],
    ['accepts pending until the first log-in', { status: 'Pending' }, 'works', 'first-log-in'],
    ['accepts a trial like active', { status: 'Trial' }, 'works', 'nothing'],
    ['warns a week before the end', { endDate: '2026-11-28' }, 'works', 'renew-soon'],
    ['warns on the last day', { endDate: '2026-11-21' }, 'works', 'renew-soon'],
    ['accepts a full product', { deviceLimit: '1' }, 'works', 'nothing'],
    ['ignores an unknown limit', { deviceLimit: undefined }, 'works', 'nothing'],
    [
      'ignores hostnames if the connection has none',
      { bindings: [{ id: box.id, light: 'not-asked-for' }] },
      'works',
      'nothing',
    ],
    ['leaves the verdict open without a status', { status: undefined }, 'works-perhaps', 'look-again'],
    ['leaves the verdict open with an unknown status', { status: 'Suspended' }, 'works-perhaps', 'look-again'],
    ['leaves the verdict open if the date cannot be read', { endDate: '03/04/2027' }, 'works-perhaps', 'look-again'],
    [
      'leaves the verdict open if the list of boxes cannot be read',
      { devices: undefined },
      'works-perhaps',
      'look-again',
    ],
    [
      'leaves the verdict open if the hostnames cannot be read',
      { bindings: [{ id: box.id, light: 'unread' }] },
      'works-perhaps',
      'look-again',
    ],
    ['leaves the verdict open if the hostnames were not read', { bindings: undefined }, 'works-perhaps', 'look-again'],
  ])('%s', (_, changed, outcome, next) => {
    expect(judge(changed)).toMatchObject({ outcome, next })
  })

  test('accepts a status in upper or lower case', () => {
    expect(findings({ status: ' DISABLED ' })['status']).toBe('disabled')
  })

  test('reports a box that is missing under a hostname, even if another list could not be read', () => {
    const bindings: readonly BoxBinding[] = [
      { id: 'a', light: 'off' },
      { id: 'b', light: 'unread' },
    ]
    expect(findings({ bindings })['hostname']).toBe('some-missing')
  })

  test('knows no limit if the text is not a number', () => {
    expect(findings({ deviceLimit: 'unlimited' })['limit']).toBe('not-told')
    expect(findings({ deviceLimit: '0' })['limit']).toBe('not-told')
  })
})

test('the days left count to the last day, which is 0', () => {
  expect([
    daysLeft('2026-11-22', today),
    daysLeft('2026-11-21T23:00:00', today),
    daysLeft('2026-11-19', today),
  ]).toEqual([1, 0, -2])
  expect([daysLeft(undefined, today), daysLeft('soon', today)]).toEqual([undefined, undefined])
})

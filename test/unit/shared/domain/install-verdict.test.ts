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
    ['asks to enable a disabled customer first', { status: 'Disabled', devices: [] }, 'fails', 'enable'],
    ['asks to renew an expired customer', { status: 'Expired', endDate: '2026-11-20' }, 'fails', 'renew'],
    ['asks to renew after the end date, whatever the status', { endDate: '2026-11-20' }, 'fails', 'renew'],
    ['asks to add a box if the customer has none', { devices: [], bindings: [] }, 'fails', 'add-box'],
    ['asks to add the missing box of a finished job', { missingBoxes: 1 }, 'fails', 'add-missing-box'],
    ['asks to free a box if the product allows fewer', { devices: [box, box, box] }, 'fails', 'free-a-box'],
    [
      'asks to bind a box that is not bound to a hostname',
      { bindings: [{ id: box.id, light: 'off' }] },
      'fails',
      'bind-hostname',
    ],
    ['asks for the first log-in of a pending customer', { status: 'Pending' }, 'works', 'first-log-in'],
    ['is "works" for a trial, as for an active customer', { status: 'Trial' }, 'works', 'nothing'],
    ['warns a week before the end date', { endDate: '2026-11-28' }, 'works', 'renew-soon'],
    ['warns on the last day', { endDate: '2026-11-21' }, 'works', 'renew-soon'],
    ['is "works" if the product allows no more boxes', { deviceLimit: '1' }, 'works', 'nothing'],
    ['ignores an unknown limit', { deviceLimit: undefined }, 'works', 'nothing'],
    [
      'ignores hostnames if the connection has none',
      { bindings: [{ id: box.id, light: 'not-asked-for' }] },
      'works',
      'nothing',
    ],
    ['stays open without a status', { status: undefined }, 'works-perhaps', 'look-again'],
    ['stays open with an unknown status', { status: 'Suspended' }, 'works-perhaps', 'look-again'],
    ['stays open if the end date cannot be read', { endDate: '03/04/2027' }, 'works-perhaps', 'look-again'],
    [
      'stays open if the list of boxes on the platform cannot be read',
      { devices: undefined },
      'works-perhaps',
      'look-again',
    ],
    [
      'stays open if the hostnames cannot be read',
      { bindings: [{ id: box.id, light: 'unread' }] },
      'works-perhaps',
      'look-again',
    ],
    ['stays open if the hostnames were not read', { bindings: undefined }, 'works-perhaps', 'look-again'],
  ])('%s', (_, changed, outcome, next) => {
    expect(judge(changed)).toMatchObject({ outcome, next })
  })

  test('accepts a status in upper or lower case', () => {
    expect(findings({ status: ' DISABLED ' })['status']).toBe('disabled')
  })

  test('reports a box that is bound to no hostname, even if another list could not be read', () => {
    const bindings: readonly BoxBinding[] = [
      { id: 'a', light: 'off' },
      { id: 'b', light: 'unread' },
    ]
    expect(findings({ bindings })['hostname']).toBe('some-missing')
  })

  test('ignores a limit of boxes that is not a positive number', () => {
    expect(findings({ deviceLimit: 'unlimited' })['limit']).toBe('not-told')
    expect(findings({ deviceLimit: '0' })['limit']).toBe('not-told')
  })
})

test('the number of days left is 0 on the last day', () => {
  expect([
    daysLeft('2026-11-22', today),
    daysLeft('2026-11-21T23:00:00', today),
    daysLeft('2026-11-19', today),
  ]).toEqual([1, 0, -2])
  expect([daysLeft(undefined, today), daysLeft('soon', today)]).toEqual([undefined, undefined])
})

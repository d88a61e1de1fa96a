import { describe, expect, test } from 'vitest'
import { CustomerStatusChip } from '../../../../../src/renderer/src/features/customers/say-customer.tsx'
import { sayAge, sayDaysLeft } from '../../../../../src/renderer/src/features/customers/say-customer.tsx'
import { VerdictPanel } from '../../../../../src/renderer/src/features/customers/verdict-panel.tsx'
import type {
  BoxBinding,
  HostnameBindings,
  ShownCustomer,
} from '../../../../../src/shared/domain/customer/customer-view.ts'
import {
  judgeInstall,
  verdictFindings,
  verdictSteps,
  verdictSubjects,
  type VerdictCheck,
} from '../../../../../src/shared/domain/install-verdict.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { makeJob } from '../../../../fakes/world.ts'
import { groundOf, FactsPanel } from '../../../../../src/renderer/src/features/customers/customer-page.tsx'

const now = Date.UTC(2026, 10, 21, 12)
const text = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
const box = { id: '00:1A:79:4C:00:01' }
const answer: ShownCustomer = {
  kind: 'customer',
  facts: { userid: '1', status: 'Pending', endDate: '2027-03-02' },
  devices: [box],
  answers: [],
  at: now,
  isCached: false,
}
const bindingsOf = (light: BoxBinding['light']): Extract<HostnameBindings, { kind: 'bindings' }> => ({
  kind: 'bindings',
  boxes: [{ id: box.id, light }],
  at: now,
  isCached: false,
})

describe('the displayed verdict on an installation', () => {
  test('says that a pending status is normal, and what to do', () => {
    const shown = text(
      renderWords(<VerdictPanel verdict={judgeInstall(groundOf(answer, bindingsOf('on'), [], now))} />),
    )
    expect(shown).toContain('The install is complete Log in on the box once')
    expect(shown).toContain('Pending, normal until the first login')
  })

  test('has words for every finding and every step', () => {
    for (const subject of verdictSubjects)
      for (const finding of verdictFindings[subject]) {
        const check = { subject, finding, outcome: 'note' } as VerdictCheck
        const html = renderWords(<VerdictPanel verdict={{ outcome: 'works', checks: [check], next: 'nothing' }} />)
        expect(html).toContain(`data-check="${subject}"`)
      }
    for (const next of verdictSteps)
      expect(renderWords(<VerdictPanel verdict={{ outcome: 'fails', checks: [], next }} />)).toContain('does not work')
  })

  test("counts a box as missing if a job on this computer has bound the box and the customer's list lacks it", () => {
    const job = makeJob('done', 1, now).summary
    expect(job.box).toBeDefined()
    expect(groundOf(answer, undefined, [job], now).missingBoxes).toBe(1)
    expect(groundOf(answer, undefined, [{ ...job, state: 'saved' }], now).missingBoxes).toBe(0)
    expect(groundOf(answer, undefined, [{ ...job, kind: 'hostname' }], now).missingBoxes).toBe(0)
    expect(groundOf({ ...answer, devices: undefined }, undefined, [job], now).missingBoxes).toBe(0)
  })
})

test("a customer's unknown status is shown in the platform’s own word", () => {
  expect(text(renderWords(<CustomerStatusChip status="Suspended" />))).toBe(' Suspended ')
  expect(text(renderWords(<CustomerStatusChip status="expired" />))).toBe(' Expired ')
})

test('customer data that the platform did not provide is left out', () => {
  expect(renderWords(<FactsPanel facts={{ userid: '1' }} />)).toBe('')
  const shown = text(
    renderWords(<FactsPanel facts={{ city: 'Cork', mobile: '+353', phone: '+353', reseller: '501' }} />),
  )
  expect(shown).toBe(' Contact and more Mobile +353 Address Cork Reseller 501 ')
})

test('the days left and the age of an answer are shown in words', () => {
  const ends = ['2026-11-22', '2026-11-21', '2026-11-01', 'soon']
  expect(ends.map((endDate) => sayDaysLeft(endDate, now))).toEqual([
    '1 day left',
    'ends today',
    '20 days ago',
    undefined,
  ])
  const ages = [0, 5, 90, 60 * 50].map((minutes) => sayAge(now - minutes * 60_000, now))
  expect(ages).toEqual(['just now', '5 minutes ago', '1 hour ago', '2 days ago'])
})

import { expect, test } from 'vitest'
import { Router } from 'wouter'
import { ErrorNotice } from '../../../../../src/renderer/src/bridge/use-call.tsx'
import { CustomerActions } from '../../../../../src/renderer/src/features/actions/customer-actions.tsx'
import { ExportPanel } from '../../../../../src/renderer/src/features/maintenance/export-panel.tsx'
import { FiledPolicyPart, PolicyPage } from '../../../../../src/renderer/src/features/policy/policy-page.tsx'
import { handoutOfJob } from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { ShareLinks } from '../../../../../src/renderer/src/features/ticket/paper/paper-dialog.tsx'
import { openPolicy, type Policy, policyFieldNames, strictestPolicy } from '../../../../../src/shared/domain/policy.ts'
import { makeError } from '../../../../fakes/bridge.ts'
import { makeJob, northConnection } from '../../../../fakes/world.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const under = (rules: Partial<Policy>) => ({
  policy: { state: 'in-force' as const, fingerprint: 'AB:CD', serial: 7, rules: { ...openPolicy, ...rules } },
})

test("the policy page shows every rule in force, the operator's fingerprint and the number of the policy", () => {
  const html = renderWithServices(<PolicyPage />, {}, under({ addresses: ['https://tv.example'], pinDigits: 6 }))
  for (const text of ['AB:CD', '>7<', 'https://tv.example', '>6<', 'Allowed', 'No rule']) expect(html).toContain(text)
  expect(html.match(/<dt/g)).toHaveLength(policyFieldNames.length + 2)
})

test('the policy page says why the strictest rules apply', () => {
  const policy = { state: 'unreadable' as const, rules: strictestPolicy }
  expect(renderWithServices(<PolicyPage />, {}, { policy })).toContain('was removed or damaged')
  expect(renderWithServices(<PolicyPage />)).toContain('No operator has set a policy')
})

test('the policy page shows the documents that came with the fleet, and why one was not accepted', () => {
  const documents = [
    { kind: 'policy' as const, name: 'main', serial: 7, state: 'taken' as const },
    {
      kind: 'connection' as const,
      name: 'north',
      serial: 2,
      state: 'refused' as const,
      problem: 'not-permitted' as const,
    },
    { kind: 'handout' as const, name: 'paper', serial: 3, state: 'waiting' as const },
    { kind: 'handout' as const, name: 'other', serial: 4, state: 'waiting' as const, problem: 'no-key' as const },
  ]
  const html = renderWithServices(<PolicyPage />, {}, { fleet: { state: 'joined', documents } })
  const texts = ['Number 7', 'does not allow the address', 'no form is open', 'has not accepted your operator’s key']
  for (const text of texts) expect(html).toContain(text)
  expect(html.match(/<li/g)).toHaveLength(4)
  expect(renderWithServices(<PolicyPage />, {}, { fleet: { state: 'joined', documents: [] } })).not.toContain('<li')
  const give = 'Give a document to the fleet'
  expect(html).not.toContain(give)
  const supervisor = { state: 'joined' as const, role: 'supervisor' as const }
  expect(renderWithServices(<PolicyPage />, {}, { fleet: supervisor })).toContain(give)
})

const show = (is: 'first' | 'newer') =>
  renderWithServices(
    <FiledPolicyPart
      policy={{ is, fingerprint: 'AB:CD', serial: 1, rules: openPolicy }}
      isTrusted={false}
      onTrust={() => undefined}
    />,
  )

test("the screen asks whether the key of a first policy is the operator's, but does not ask at a newer policy", () => {
  expect(show('first')).toContain('The fingerprint is that of my operator')
  expect(show('newer')).not.toContain('The fingerprint is that of my operator')
})

test('an action that the policy forbids is disabled, with the reason beside it', () => {
  const actions = (
    <Router ssrPath="/customers">
      <CustomerActions customer={{ userid: '4820913775' }} wanted={undefined} />
    </Router>
  )
  const reason = 'Your operator does not allow this: disabling customers.'
  const forbidden = renderWithServices(actions, {}, under({ disableCustomers: false }))
  expect(forbidden).toContain(reason)
  expect(forbidden.match(/<button[^>]*disabled=""/g)).toHaveLength(1)
  expect(renderWithServices(actions)).not.toContain(reason)
})

test('the panel for exports has no form if the policy forbids exports', () => {
  expect(renderWithServices(<ExportPanel />, {}, under({ export: false }))).not.toContain('<form')
  expect(renderWithServices(<ExportPanel />)).toContain('<form')
})

test('an error of the policy says what is forbidden', () => {
  const html = renderWithServices(<ErrorNotice error={makeError('not-permitted', { detail: 'export' })} />)
  expect(html).toContain('exporting work or names to a file')
  expect(html).not.toContain('<q')
})

test('a handout cannot be sent from the screen if the policy forbids sharing', () => {
  const share = (
    <ShareLinks handout={handoutOfJob(makeJob('done', 0, 0), { settings: northConnection }, { stationName: '' })} />
  )
  expect(renderWithServices(share)).toContain('mailto:')
  const html = renderWithServices(share, {}, under({ shareHandouts: false }))
  expect(html).toContain('Your operator does not allow this')
  expect(html).not.toMatch(/mailto:|sms:|<button/)
})

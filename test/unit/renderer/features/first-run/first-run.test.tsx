import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { FirstRunScreen } from '../../../../../src/renderer/src/features/first-run/first-run-screen.tsx'
import type { Snapshot } from '../../../../../src/shared/bridge/snapshot.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const show = (changed: Partial<Snapshot>) =>
  renderWithServices(
    <Router ssrPath="/">
      <FirstRunScreen />
    </Router>,
    {},
    { connections: [], ...changed },
  )

it('says which connection the unfinished jobs on this computer need', () => {
  const missingConnection = { baseUrl: 'https://tv.example', crmService: 'north-crm' }
  expect(show({ missingConnection })).toMatch(/https:\/\/tv\.example.*north-crm/)
})

it('shows the backups, instead of a link to them, if the key is missing or the saved work is damaged', () => {
  const lost = show({ vault: { state: 'lost', protection: 'system' } })
  expect(lost).toContain('Start with an empty file')
  expect(lost).not.toContain('Show backups')
  expect(show({ storage: { state: 'damaged', folder: '/data' } })).toContain('Start with an empty file')
  expect(show({})).not.toContain('Start with an empty file')
})

it('shows the name of a technician who signs in, but does not let it be typed over', () => {
  const who = { state: 'signed-in', technicians: [{ id: 'a', name: 'Ada', isSupervisor: true }], current: 'a' } as const
  expect(show({ who: { ...who, technicians: [...who.technicians] } })).toMatch(/<input[^>]*readonly[^>]*>/i)
  expect(show({ who: { state: 'nobody', technicians: [] } })).not.toMatch(/readonly/i)
})

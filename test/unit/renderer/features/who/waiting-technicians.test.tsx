import { expect, test } from 'vitest'
import { TechniciansPanel } from '../../../../../src/renderer/src/features/who/technicians-panel.tsx'
import type { WhoView } from '../../../../../src/shared/bridge/snapshot.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const brought = [
  { name: 'Ada Boss', isSupervisor: true },
  { name: 'Ben Clerk', isSupervisor: false },
]
const ada = { id: 'a', name: 'ada boss', isSupervisor: true }
const cy = { id: 'c', name: 'Cy', isSupervisor: false }

const show = (who: WhoView) =>
  renderWithServices(<TechniciansPanel />, {}, { who, fleet: { state: 'joined', technicians: brought } })

test('at a computer without sign-in, the first PIN can be given only to the supervisor', () => {
  const page = show({ state: 'nobody', technicians: [] })
  expect(page).toContain('The supervisor sets up the sign-in first')
  expect(page).toContain('aria-label="Give a PIN: Ada Boss"')
  expect(page).toContain('Ben Clerk')
  expect(page).not.toContain('aria-label="Give a PIN: Ben Clerk"')
})

test('the supervisor can give PINs to the technicians whom the fleet brought', () => {
  const page = show({ state: 'signed-in', technicians: [ada, cy], current: 'a' })
  expect(page).toContain('Known to the fleet, without a PIN here')
  expect(page).toContain('aria-label="Give a PIN: Ben Clerk"')
  expect(page).not.toContain('Give a PIN: Ada Boss')
})

test('other technicians do not see who waits for a PIN, and the list is hidden if it is empty', () => {
  expect(show({ state: 'signed-in', technicians: [ada, cy], current: 'c' })).not.toContain('Ben Clerk')
  const ben = { id: 'b', name: 'Ben Clerk', isSupervisor: false }
  expect(show({ state: 'signed-in', technicians: [ada, ben], current: 'a' })).not.toContain('Known to the fleet')
})

test('before the passphrase is typed, nobody is told that this computer has no technicians', () => {
  const page = renderWithServices(<TechniciansPanel />, {}, { vault: { state: 'locked', protection: 'passphrase' } })
  expect(page).toContain('The list is locked with the saved work')
  expect(page).not.toContain('Set up sign-in')
})

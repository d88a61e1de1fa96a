import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { FirstRunScreen } from '../../../../../src/renderer/src/features/first-run/first-run-screen.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

it('says which connection the unfinished jobs on this computer need', () => {
  const missingConnection = { baseUrl: 'https://tv.example', crmService: 'north-crm' }
  const shown = renderWithServices(
    <Router ssrPath="/">
      <FirstRunScreen />
    </Router>,
    {},
    { connections: [], missingConnection },
  )
  expect(shown).toMatch(/https:\/\/tv\.example.*north-crm/)
})

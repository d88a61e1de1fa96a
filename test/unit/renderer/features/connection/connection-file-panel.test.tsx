import { expect, test } from 'vitest'
import { ConnectionFilePanel } from '../../../../../src/renderer/src/features/connection/connection-file-panel.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

const reason = 'the training platform is not included'

test('the panel for connection files says why no file can be written if there is only the training platform', () => {
  expect(renderWithServices(<ConnectionFilePanel />, {}, { connections: [] })).toContain(reason)
  expect(renderWithServices(<ConnectionFilePanel />)).not.toContain(reason)
})

test('the panel for connection files does not mention writing a file during the first import', () => {
  expect(renderWithServices(<ConnectionFilePanel onTaken={() => undefined} />, {}, { connections: [] })).not.toContain(
    reason,
  )
})

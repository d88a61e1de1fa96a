import { expect, test } from 'vitest'
import { ConnectionFilePanel } from '../../../../../src/renderer/src/features/connection/connection-file-panel.tsx'
import { renderAtDesk } from '../../../../fakes/render-at-desk.tsx'

const reason = 'the training platform is not included'

test('says why no file can be written if there is only the training platform', () => {
  expect(renderAtDesk(<ConnectionFilePanel />, {}, { connections: [] })).toContain(reason)
  expect(renderAtDesk(<ConnectionFilePanel />)).not.toContain(reason)
})

test('says nothing about writing a file during the first import', () => {
  expect(renderAtDesk(<ConnectionFilePanel onTaken={() => undefined} />, {}, { connections: [] })).not.toContain(reason)
})

import { expect, test } from 'vitest'
import { ConnectionFilePanel } from '../../../../../src/renderer/src/features/connection/connection-file-panel.tsx'
import { renderAtDesk } from '../../../../fakes/render-at-desk.tsx'

const reason = 'the training platform is not included'

test('where there is training alone it is said why no file can be written', () => {
  expect(renderAtDesk(<ConnectionFilePanel />, {}, { connections: [] })).toContain(reason)
  expect(renderAtDesk(<ConnectionFilePanel />)).not.toContain(reason)
})

test('who takes in the first file is told nothing of writing one', () => {
  expect(renderAtDesk(<ConnectionFilePanel onTaken={() => undefined} />, {}, { connections: [] })).not.toContain(reason)
})

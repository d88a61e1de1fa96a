import { expect, it } from 'vitest'
import { windowEnvironment } from '../../../scripts/lib/window-environment.mjs'

it('lets Electron open a window though the one who starts it runs as Node', () => {
  const env = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1' }
  expect(windowEnvironment(env)).toEqual({ PATH: '/bin' })
  expect(env.ELECTRON_RUN_AS_NODE).toBe('1')
})

it('leaves out what is not set, and takes the variable in any case, as Windows does', () => {
  expect(windowEnvironment({ A: undefined, B: '', electron_run_as_node: '' })).toEqual({ B: '' })
})

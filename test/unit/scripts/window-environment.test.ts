import { expect, it } from 'vitest'
import { windowEnvironment } from '../../../scripts/lib/window-environment.mjs'

it('Electron opens a window even if its caller runs Electron as Node', () => {
  const env = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1' }
  expect(windowEnvironment(env)).toEqual({ PATH: '/bin' })
  expect(env.ELECTRON_RUN_AS_NODE).toBe('1')
})

it('the environment of the window leaves out unset variables, and removes ELECTRON_RUN_AS_NODE in any case of letters', () => {
  expect(windowEnvironment({ A: undefined, B: '', electron_run_as_node: '' })).toEqual({ B: '' })
})

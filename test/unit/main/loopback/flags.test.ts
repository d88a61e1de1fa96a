import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readFlags } from '../../../../src/main/loopback/run-loopback.ts'

test('a start without flags uses any free port and the default folder, and opens the browser', () => {
  expect(readFlags([])).toEqual({ ok: true, value: { port: 0, open: true, json: false } })
})

test('a flag takes its value after a space or after an equals sign', () => {
  const value = { port: 8123, dataFolder: resolve('box'), open: false, json: true }
  expect(readFlags(['--port', '8123', '--data', 'box', '--no-open', '--json'])).toEqual({ ok: true, value })
  expect(readFlags(['--port=8123', '--data=box', '--no-open', '--json'])).toEqual({ ok: true, value })
})

test('a fixed port is allowed only together with --no-open and --json', () => {
  const refusal = { ok: false, error: 'port-for-scripts' }
  for (const rest of [[], ['--no-open'], ['--json']]) expect(readFlags(['--port', '8123', ...rest])).toEqual(refusal)
  expect(readFlags(['--port', '0'])).toMatchObject({ ok: true })
})

test.each([
  ['--port'],
  ['--port', 'x'],
  ['--port', '65536'],
  ['--port=-1'],
  ['--data', ''],
  ['--host', '0.0.0.0'],
  ['file'],
])('the arguments %s %s are refused', (...args) => {
  expect(readFlags(args)).toEqual({ ok: false, error: 'unknown-flag' })
})

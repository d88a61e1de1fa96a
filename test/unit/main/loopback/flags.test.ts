import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readFlags } from '../../../../src/main/loopback/flags.ts'

test('without flags any free port and the usual folder are taken and the browser is opened', () => {
  expect(readFlags([])).toEqual({ ok: true, value: { port: 0, open: true, json: false } })
})

test('every flag is read, in both spellings', () => {
  const value = { port: 8123, dataFolder: resolve('box'), open: false, json: true }
  expect(readFlags(['--port', '8123', '--data', 'box', '--no-open', '--json'])).toEqual({ ok: true, value })
  expect(readFlags(['--port=8123', '--data=box', '--no-open', '--json'])).toEqual({ ok: true, value })
})

test.each([
  ['--port'],
  ['--port', 'x'],
  ['--port', '65536'],
  ['--port=-1'],
  ['--data', ''],
  ['--host', '0.0.0.0'],
  ['file'],
])('%s %s is not understood', (...args) => {
  expect(readFlags(args)).toEqual({ ok: false, error: 'unknown-flag' })
})

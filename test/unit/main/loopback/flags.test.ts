import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readFlags } from '../../../../src/main/loopback/run-loopback.ts'

test('takes any free port and the default folder without flags, and opens the browser', () => {
  expect(readFlags([])).toEqual({ ok: true, value: { port: 0, open: true, json: false } })
})

test('reads every flag in both spellings', () => {
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
])('refuses %s %s', (...args) => {
  expect(readFlags(args)).toEqual({ ok: false, error: 'unknown-flag' })
})

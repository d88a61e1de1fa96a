import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkAuditTrail, writeAuditTrail } from '../../../src/main/handlers/activity/activity-handlers.ts'
import { createSealing } from '../../../src/main/vault/sealing.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { productOf, save } from '../app/activate.ts'
import { atRest, openComputer } from './work.ts'

const sealing = createSealing(new Uint8Array(32).fill(3))
const head = { installation: 'AB12CD', connection: 'North', madeAt: '2026-11-23T06:00:00.000Z', changed: 0, removed: 0 }
const trail = writeAuditTrail(sealing, head, [
  { time: '2026-11-22T10:00:00.000Z', act: 'saved' },
  { time: '2026-11-22T10:00:01.000Z', act: 'sent' },
  { time: '2026-11-22T10:00:02.000Z', act: 'drop' },
])
const lines = trail.split('\n')
const without = (at: number): string => lines.filter((_, index) => index !== at).join('\n')
const swapped = [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n')

const verify = async (text: string, ...more: readonly string[]) => {
  const path = join(makeFolder(), 'trail.jsonl')
  writeFileSync(path, text)
  return await promisify(execFile)(process.execPath, ['scripts/audit-verify.mjs', path, ...more]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: unknown) => {
      const { code, stderr } = error as { code: number; stderr: string }
      return { code, said: stderr }
    },
  )
}

test.each(['', 'root:x:0:0::/root:/bin/sh\n'])(
  'a file without an audit trail is not said to be changed: %j',
  async (text) => {
    const { code, said } = await verify(text)
    expect(code).toBe(1)
    expect(said).toMatch(/trail\.jsonl is not an audit trail\n$/)
  },
)

test('the checker of audit trails prints its usage', async () => {
  expect(await verify('', '--help')).toMatchObject({ code: 0, said: expect.stringContaining('audit:verify -- FILE') })
})

test('an audit trail can be checked outside Setdesk, also against the fingerprint of its key', async () => {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  await atRest(app, [await save(app, newCustomer(productOf(platform)))])
  const { text, events } = await app.call('activity.export-trail', {})
  const { fingerprint } = await app.call('maintenance.fingerprint', {})
  expect(events).toBeGreaterThan(1)
  expect(text).not.toContain(platform.authToken)
  const { code, said } = await verify(text, '--fingerprint', fingerprint)
  expect([code, said]).toEqual([0, expect.stringContaining(`${events} events`)])
  expect(said).toContain(fingerprint)
  expect((await verify(text, '--fingerprint', '0000-0000-0000-0000-0000')).code).toBe(1)
})

test('the name of a connection in a forged file cannot write a line of the check', async () => {
  const connection = 'North\u001B[2K\nKey: 0000-1111-2222-3333-4444, as expected.\u001B[8m\u202E'
  const { code, said } = await verify(writeAuditTrail(sealing, { ...head, connection }, []))
  expect(code).toBe(0)
  expect(said.match(/^Key: /gm)).toHaveLength(1)
  expect(said.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
})

test('the check of an audit trail notices every changed byte', () => {
  for (let at = 0; at < trail.length - 1; at += 1) {
    const other = trail[at] === 'x' ? 'y' : 'x'
    expect([at, checkAuditTrail(trail.slice(0, at) + other + trail.slice(at + 1)).ok]).toEqual([at, false])
  }
})

test.each([
  ['a line is removed', without(2)],
  ['the last event is removed', without(3)],
  ['the end is removed', lines.slice(0, -2).join('\n')],
  ['two lines change places', swapped],
  ['a line is written twice', [...lines.slice(0, 2), lines[1], ...lines.slice(2)].join('\n')],
  [
    'another key signs it',
    writeAuditTrail(createSealing(new Uint8Array(32).fill(4)), head, []).replace(
      /"key":"[^"]*"/,
      `"key":"${sealing.publicKey()}"`,
    ),
  ],
  ['it is another file', 'a,b,c'],
  ['it is empty', ''],
])('the check of an audit trail fails with the exit code 1 if %s', async (_, text) => {
  expect(checkAuditTrail(text).ok).toBe(false)
  expect((await verify(text)).code).toBe(1)
})

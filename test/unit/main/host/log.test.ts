import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createJsonLinesLog } from '../../../../src/main/host/log.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const clock = { now: () => Date.UTC(2030, 0, 2, 3, 4, 5), elapsed: () => 0, after: () => () => undefined }
const readLog = (folder: string) => readFileSync(join(folder, 'log', 'setdesk.jsonl'), 'utf8')

test('the log contains an event as one line of JSON with its time, level, name and facts', () => {
  const folder = makeFolder()
  const log = createJsonLinesLog(folder, clock)
  log.info('app.started', { host: 'loopback', jobs: 3 })
  log.problem('network.failed')
  expect(
    readLog(folder)
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual([
    { at: '2030-01-02T03:04:05.000Z', level: 'info', event: 'app.started', host: 'loopback', jobs: 3 },
    { at: '2030-01-02T03:04:05.000Z', level: 'problem', event: 'network.failed' },
  ])
})

test('the log contains no secret, whichever field the secret was in', () => {
  const folder = makeFolder()
  const log = createJsonLinesLog(folder, clock)
  const token = randomBytes(24).toString('base64url')
  const password = randomUUID().slice(0, 8)
  log.problem('call.failed', {
    url: `https://user:${password}@platform.example/api/x?authToken=${token}`,
    authToken: token,
    reason: `refused ${token}`,
    text: `password=${password}`,
    passphrase: password,
    newPassword: password,
  })
  log.problem(token, { at: 'x' })
  expect(readLog(folder)).not.toContain(token)
  expect(readLog(folder)).not.toContain(password)
  expect(readLog(folder)).toContain('https://platform.example')
})

test('the log identifies no customer and no box', () => {
  const folder = makeFolder()
  createJsonLinesLog(folder, clock).info('job.done', {
    userid: '1234567890',
    mobile: '+4912345678',
    customerName: 'A B',
    text: 'the box AA:BB:CC:DD:EE:FF',
    jobId: '01JABCDEFGHJKMNPQRSTVWXYZ0',
  })
  expect(JSON.parse(readLog(folder))).toMatchObject({
    userid: '•••',
    mobile: '•••',
    customerName: '•••',
    text: 'the box •••',
    jobId: '01JABCDEFGHJKMNPQRSTVWXYZ0',
  })
})

test('the log starts a new file when it is large, and keeps the previous one', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'log'))
  writeFileSync(join(folder, 'log', 'setdesk.jsonl'), 'x'.repeat(1_000_001))
  createJsonLinesLog(folder, clock).info('app.started')
  expect(readLog(folder).length).toBeLessThan(200)
  expect(readdirSync(join(folder, 'log')).sort()).toEqual(['setdesk.1.jsonl', 'setdesk.jsonl'])
})

test('the log does not throw if it cannot be written', () => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'log'), '')
  const log = createJsonLinesLog(folder, clock)
  expect(() => log.info('app.started')).not.toThrow()
})

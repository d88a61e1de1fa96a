import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagnosticsSchema } from '../../../src/main/maintenance/diagnostics.ts'
import { openApp } from '../../fakes/test-app.ts'
import { openUsedComputer, subscriber } from './known-subscribers.ts'

test('the diagnostics contain no data that identifies a subscriber, a technician, a platform or this computer', async () => {
  const { app, platform, secrets } = await openUsedComputer()
  // What the log hides, and what a careless line would tell.
  app.ports.log.problem('transport', { kind: subscriber.lastname, words: `${subscriber.userid} at ${platform.url}` })
  app.ports.log.problem(subscriber.lastname, {})
  const { installation } = await app.call('app.snapshot', {})

  const { name, text } = await app.call('maintenance.diagnostics', {})

  const places = [new URL(platform.url).host, platform.hostnames[0] ?? '', 'Test', 'Ada Boss', installation, app.folder]
  for (const secret of [...secrets, ...places]) expect(text).not.toContain(secret)
  expect(name).toMatch(/^diagnostics-\d{8}T\d{6}\.json$/)
  const told = diagnosticsSchema.parse(JSON.parse(text))
  expect(told).toMatchObject({
    host: 'loopback',
    vault: 'open',
    protection: 'passphrase',
    storage: 'ok',
    links: ['reached'],
  })
  expect(told.jobs['done']).toBe(2)
  expect(told.sizes.ledger.bytes).toBeGreaterThan(4096)
  expect(told.problems).toContainEqual(expect.objectContaining({ code: 'transport', count: 1 }))
})

test('the diagnostics cannot contain an unknown field or free text', () => {
  const fits = {
    version: '0.2.0',
    host: 'electron',
    system: 'linux 6.8.0 x64',
    schema: 10,
    storage: 'ok',
    vault: 'open',
    protection: 'system',
    paused: false,
    retentionDays: 30,
    jobs: { done: 1 },
    links: ['reached'],
    problems: [],
    sizes: Object.fromEntries(
      ['key', 'ledger', 'copy', 'own', 'process'].map((name) => [name, { files: 1, bytes: 1 }]),
    ),
  }
  expect(diagnosticsSchema.safeParse(fits).success).toBe(true)
  for (const more of [{ userid: '9081726354' }, { system: 'linux tower-of-ada x64' }, { version: 'Okonkwo' }])
    expect(diagnosticsSchema.safeParse({ ...fits, ...more }).success).toBe(false)
})

const line = (at: string) => `${JSON.stringify({ at, level: 'problem', event: 'backup' })}\n`

test('the diagnostics leave out a damaged line of the log', async () => {
  const app = await openApp()
  mkdirSync(join(app.folder, 'log'), { recursive: true })
  writeFileSync(
    join(app.folder, 'log', 'setdesk.jsonl'),
    line('20?6-11-30T06:00:00.000Z') + line('2026-11-30T06:20:00.000Z'),
  )
  const { text } = await app.call('maintenance.diagnostics', {})
  expect(JSON.parse(text)).toMatchObject({
    problems: [{ code: 'backup', count: 1, lastHour: Date.UTC(2026, 10, 30, 6) }],
  })
})

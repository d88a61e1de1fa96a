import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { createOperator, takeFile, writeFile } from '../../fakes/policy.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { openComputer, passphrase, startAgain } from '../maintenance/work.ts'

const policyOf = async (app: TestApp) => (await app.call('app.snapshot', {})).policy
const look = (app: TestApp, text: string) => app.call('connection.read-file', { text })
const hasToken = async (app: TestApp) => (await app.call('app.snapshot', {})).connections.map((one) => one.hasToken)
const inLedger = (folder: string, sql: string) => {
  const database = new DatabaseSync(join(folder, 'setdesk.db'))
  database.exec(sql)
  database.close()
}
const editSettings = (folder: string, change: (settings: Record<string, unknown>) => void) => {
  const path = join(folder, 'settings.json')
  const settings = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  change(settings)
  writeFileSync(path, JSON.stringify(settings))
}

/** A computer on which an operator's policy number 2, without export, is in force. */
async function openEnrolled() {
  const platform = await openPlatform()
  const app = await openComputer(platform)
  const operator = createOperator()
  await takeFile(app, operator.write(2, { export: false }))
  return { platform, app, operator }
}

test('the first policy is shown with the fingerprint of its key, and is in force once this fingerprint is accepted', async () => {
  const app = await openComputer(await openPlatform())
  const operator = createOperator()
  const text = operator.write(1, { console: false })
  const seen = await look(app, text)
  if (!seen.ok) throw new Error('refused')
  const { fingerprint } = operator.sign(1, {})
  expect(seen.policy).toMatchObject({ is: 'first', fingerprint, serial: 1, rules: { console: false, export: true } })

  expect(await app.refusal('connection.take-file', { text, stamp: seen.stamp })).toBe('bad-request')
  const other = createOperator().sign(1, {}).fingerprint
  expect(await app.refusal('connection.take-file', { text, stamp: seen.stamp, fingerprint: other })).toBe('bad-request')
  expect(await policyOf(app)).toMatchObject({ state: 'none' })

  await app.call('connection.take-file', { text, stamp: seen.stamp, fingerprint })
  expect(await policyOf(app)).toMatchObject({ state: 'in-force', fingerprint, serial: 1, rules: { console: false } })
})

test("only the supervisor can accept a policy's key if there are technicians", async () => {
  const app = await openComputer(await openPlatform())
  await app.call('who.add', { name: 'Ada Boss', pin: '135790' })
  await app.call('who.add', { name: 'Ben Clerk', pin: '2468', ownPin: '135790' })
  const { technicians } = (await app.call('app.snapshot', {})).who
  await app.call('who.sign-in', { id: technicians[1]?.id ?? '', pin: '2468' })
  const text = createOperator().write(1, {})
  const seen = await look(app, text)
  if (!seen.ok || seen.policy === undefined) throw new Error('refused')
  const { stamp, policy } = seen
  const request = { text, stamp, fingerprint: policy.fingerprint }
  expect(await app.refusal('connection.take-file', request)).toBe('supervisor-only')
})

test('a policy file is refused while no passphrase is set', async () => {
  const app = await openApp()
  const text = createOperator().write(1, {})
  const seen = await look(app, text)
  if (!seen.ok || seen.policy === undefined) throw new Error('refused')
  const request = { text, stamp: seen.stamp, fingerprint: seen.policy.fingerprint }
  expect(await app.refusal('connection.take-file', request)).toBe('passphrase-needed')
  expect(await policyOf(app)).toMatchObject({ state: 'none' })
})

describe('after a policy was accepted,', () => {
  test('only a newer policy with the same key replaces the policy', async () => {
    const { app, operator } = await openEnrolled()
    const forged = { ...operator.sign(3, { export: true }), signature: operator.sign(4, {}).signature }
    expect(await look(app, writeFile(forged))).toMatchObject({ ok: false, problem: 'policy-forged' })
    const signed = operator.sign(3, { export: true })
    const changed = { ...signed, text: signed.text.replace('"serial":3', '"serial":4') }
    expect(await look(app, writeFile(changed))).toMatchObject({ ok: false, problem: 'policy-forged' })
    expect(await look(app, writeFile({ ...signed, key: 'AAAA' }))).toMatchObject({ problem: 'policy-forged' })
    expect(await look(app, writeFile({ export: true }))).toMatchObject({ ok: false, problem: 'policy-unusable' })
    expect(await look(app, createOperator().write(9, {}))).toMatchObject({ ok: false, problem: 'policy-other-key' })
    expect(await look(app, operator.write(1, {}))).toMatchObject({ ok: false, problem: 'policy-older' })
    // A different text with the same serial number is refused.
    expect(await look(app, operator.write(2, { export: true }))).toMatchObject({ ok: false, problem: 'policy-older' })
    const same = await look(app, operator.write(2, { export: false }))
    expect(same).toMatchObject({ ok: true, policy: { is: 'same' } })
    await takeFile(app, operator.write(2, { export: false }))
    expect(await policyOf(app)).toMatchObject({ state: 'in-force', serial: 2, rules: { export: false } })

    await takeFile(app, operator.write(3, { export: true }))
    expect(await policyOf(app)).toMatchObject({ serial: 3, rules: { export: true } })
  })

  test('the policy is in force after a restart, and is in the connection file that this computer writes', async () => {
    const { app, operator } = await openEnrolled()
    const { text } = await app.call('connection.write-file', {})
    expect(await look(app, text)).toMatchObject({ ok: true, policy: { is: 'same', serial: 2 } })
    await app.stop()
    const again = await openApp(app.folder)
    expect(await policyOf(again)).toMatchObject({ state: 'closed', rules: { export: false, console: false } })
    await again.call('vault.unlock', { passphrase })
    expect(await policyOf(again)).toMatchObject({ state: 'in-force', rules: { export: false, console: true } })
    const { fingerprint } = operator.sign(1, {})
    expect(await policyOf(again)).toMatchObject({ fingerprint, serial: 2 })
  })

  test.each([
    ['removed from the ledger', "DELETE FROM fact WHERE name = 'policy'"],
    ['damaged in the ledger', "UPDATE fact SET value = 'AQID' WHERE name = 'policy'"],
  ])('a policy that is %s leads to the strictest rules until its file is imported again', async (_, sql) => {
    const { app, operator } = await openEnrolled()
    await app.stop()
    inLedger(app.folder, sql)
    const again = await startAgain(app.folder)
    expect(await policyOf(again)).toMatchObject({ state: 'unreadable', rules: { console: false, addresses: [] } })
    expect(await look(again, createOperator().write(9, {}))).toMatchObject({ problem: 'policy-other-key' })
    expect(await look(again, operator.write(1, {}))).toMatchObject({ problem: 'policy-older' })
    await takeFile(again, operator.write(2, { export: false }))
    expect(await policyOf(again)).toMatchObject({ state: 'in-force', rules: { console: true, export: false } })
    expect(await hasToken(again)).toEqual([true])
  })

  test("the ledger's policy is in force even without the mark in the settings", async () => {
    const { app } = await openEnrolled()
    await app.stop()
    editSettings(app.folder, (settings) => delete settings['policyMark'])
    const again = await startAgain(app.folder)
    expect(await policyOf(again)).toMatchObject({ state: 'in-force', rules: { export: false } })
  })

  test('an older policy that was put back into the ledger leads to the strictest rules', async () => {
    const { app, operator } = await openEnrolled()
    const database = new DatabaseSync(join(app.folder, 'setdesk.db'), { readOnly: true })
    const older = String(database.prepare("SELECT value FROM fact WHERE name = 'policy'").get()?.['value'])
    database.close()
    await takeFile(app, operator.write(3, { console: false }))
    await app.stop()
    inLedger(app.folder, `UPDATE fact SET value = '${older}' WHERE name = 'policy'`)
    const again = await startAgain(app.folder)
    expect(await policyOf(again)).toMatchObject({ state: 'unreadable', rules: { console: false, export: false } })
  })

  test('a backup from before the policy does not remove the policy', async () => {
    const app = await openComputer(await openPlatform())
    const { name } = await app.call('maintenance.back-up', {})
    await takeFile(app, createOperator().write(1, { export: false }))
    await app.call('maintenance.restore', { name })
    expect(await policyOf(app)).toMatchObject({ state: 'in-force', rules: { export: false } })
    expect(await hasToken(app)).toEqual([true])
  })

  test('a person who removes the policy and its mark in the settings loses the token', async () => {
    const { app } = await openEnrolled()
    expect(await hasToken(app)).toEqual([true])
    await app.stop()
    inLedger(app.folder, "DELETE FROM fact WHERE name = 'policy'")
    editSettings(app.folder, (settings) => delete settings['policyMark'])
    const again = await startAgain(app.folder)
    expect(await hasToken(again)).toEqual([false])
  })

  test('a file with another key does not replace the policy that is read while the file is taken', async () => {
    const store = { answers: true }
    const ports = { keyStore: fakeKeyStore(store) }
    const app = await openApp(makeFolder(), ports)
    await connect(app, await openPlatform())
    const operator = createOperator()
    await takeFile(app, operator.write(2, { export: false }))
    await app.stop()
    editSettings(app.folder, (settings) => delete settings['policyMark'])
    store.answers = false
    const again = await openApp(app.folder, ports)
    const other = createOperator()
    const text = other.write(9, {})
    const seen = await look(again, text)
    if (!seen.ok) throw new Error('refused')
    store.answers = true
    const request = { text, stamp: seen.stamp, fingerprint: other.fingerprint }
    expect(await again.refusal('connection.take-file', request)).toBe('changed-meanwhile')
    expect(await policyOf(again)).toMatchObject({ state: 'in-force', fingerprint: operator.fingerprint, serial: 2 })
    expect(await hasToken(again)).toEqual([true])
  })
})

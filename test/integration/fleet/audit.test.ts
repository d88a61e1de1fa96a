import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkFleetTrail } from '../../../src/main/fleet/audit/fleet-trail.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { startAgain } from '../maintenance/work.ts'
import { asDesk, openDesk, openTwoDesks, saveBox, until, type Desk } from './open-fleet.ts'
import { joinRaw, makeLines } from './raw-station.ts'
import { startRealHub } from './start-real-hub.ts'

const linesIn = (text: string): readonly Readonly<Record<string, unknown>>[] =>
  text
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** An event without the fields that only one of the two files has. */
const plainly = (event: unknown): object => {
  const { key, connection, job_state: state, ...told } = event as Record<string, unknown>
  expect([typeof key, typeof connection, typeof state]).not.toContain('object')
  return told
}

const verify = async (text: string, ...more: readonly string[]) => {
  const path = join(makeFolder(), 'audit.jsonl')
  writeFileSync(path, text)
  return promisify(execFile)(process.execPath, ['scripts/audit-verify.mjs', path, ...more]).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stderr: string }).stderr,
  )
}

/** Waits until the hub has every audit line of the station. */
const allSent = async (desk: Desk, atLeast: number): Promise<void> => {
  await until(desk.fleet, (fleet) => fleet?.audit?.unsent === 0 && fleet.audit.entries >= atLeast)
}

test(
  'a supervisor can export the audit chain of a station, and any computer can check the file',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const boss = await openDesk(hub, platform, { code: await hub.firstCode(), name: 'Office' })
    const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1 })
    const van = await openDesk(hub, platform, { code, name: 'Van 12' })
    await van.jobIn(await saveBox(van, platform), 'done')
    await van.jobIn(await saveBox(van, platform), 'done')
    await allSent(van, 4)
    const { station = '' } = (await van.fleet()) ?? {}
    const { text, entries, trouble } = await boss.call('fleet.export-audit', { station })
    expect(trouble).toBeUndefined()
    const own = await van.call('activity.export-trail', {})
    expect(linesIn(text).map(({ event }) => plainly(event))).toEqual(linesIn(own.text).map(plainly))
    expect(entries).toBe(own.events)
    expect(text).not.toContain(platform.authToken)
    const { fingerprint } = await boss.call('maintenance.fingerprint', {})
    const said = await verify(text, '--fingerprint', fingerprint)
    expect(said).toContain(`holds  ${entries} lines of Van 12, station ${station}`)
    const changed = text.replace('"act":"sent"', '"act":"seen"')
    const at = changed.split('\n').findIndex((line) => line.includes('"act":"seen"')) + 1
    expect(await verify(changed)).toContain(`line ${at}: This line was changed`)
    // A station can read no chain, not even its own.
    expect(await van.refusal('fleet.export-audit', { station })).toBe('supervisor-only')
    expect(await boss.refusal('fleet.export-audit', { station: '3f0b7c52-8a1d-4e6f-9c35-2d47e1a0b6c8' })).toBe(
      'not-found',
    )
  },
)

test(
  'an audit export shows whether lines were rewritten, reordered, left out or copied from another station',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    await van.jobIn(await saveBox(van, platform), 'done')
    await allSent(van, 2)
    const invite = async () => (await boss.call('fleet.invite', { role: 'station', hours: 1 })).code
    const stranger = async () => joinRaw(hub.url, await invite())
    const read = async (station: string) => {
      const { text, trouble } = await boss.call('fleet.export-audit', { station })
      return { checked: checkFleetTrail(text), trouble, lines: linesIn(text) }
    }
    const events = ['a', 'b', 'c', 'd'].map((act) => ({ act }))

    const rewriter = await stranger()
    const lines = await makeLines(rewriter, events)
    await rewriter.call('audit.append', { entries: lines })
    const rewritten = await makeLines(rewriter, [{ act: 'x' }, { act: 'y' }], 2, lines[0]?.hash)
    expect(await rewriter.call('audit.append', { entries: rewritten })).toMatchObject({ next: 5, forkedAt: 2 })
    const forked = await read(rewriter.id)
    expect(forked).toMatchObject({ trouble: 'forked', checked: { ok: true, entries: 4, forks: 2, unreadable: 0 } })
    expect(forked.lines.slice(-2)).toMatchObject([{ fork: { event: { act: 'x' } } }, { fork: { event: { act: 'y' } } }])

    const reorderer = await stranger()
    const [first, second, third] = await makeLines(reorderer, events)
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are four')
    const swapped = [first, { ...third, sequence: 2 }, { ...second, sequence: 3 }]
    expect(await reorderer.call('audit.append', { entries: swapped })).toMatchObject({ next: 2, forkedAt: 2 })
    // A line is sealed for its place in the chain, so it does not open at another one.
    expect(await read(reorderer.id)).toMatchObject({ trouble: 'forked', checked: { entries: 1, forks: 1 } })
    expect((await read(reorderer.id)).lines.at(-1)).not.toHaveProperty('fork.event')

    const omitter = await stranger()
    const all = await makeLines(omitter, events)
    expect(await omitter.call('audit.append', { entries: all.filter((_, index) => index !== 1) })).toMatchObject({
      gapAt: 2,
    })
    expect(await read(omitter.id)).toMatchObject({ trouble: 'gap', checked: { entries: 1 } })

    // The hub accepts a copied chain of another station, because it cannot read it. But nothing of it opens.
    const { station = '' } = (await van.fleet()) ?? {}
    const copied = (await read(station)).lines.map((line) => ({
      sequence: Number(line['sequence']),
      previous: String(line['previous']),
      hash: String(line['hash']),
      sealed: String(line['sealed']),
    }))
    expect(copied.length).toBeGreaterThan(1)
    const copier = await stranger()
    await copier.call('audit.append', { entries: copied })
    expect(await read(copier.id)).toMatchObject({
      checked: { ok: true, entries: copied.length, unreadable: copied.length },
    })
    expect(await copier.codeOf('audit.read', { station, after: 0 })).toBe('not-allowed')
  },
)

/** The chain of a desk as the hub has it, and what the board says of it. */
const auditOf = async (boss: Desk, desk: Desk) => {
  const { station = '' } = (await desk.fleet()) ?? {}
  const { text, ...rest } = await boss.call('fleet.export-audit', { station })
  return { ...rest, acts: linesIn(text).map(({ event }) => (event as { readonly act?: string } | undefined)?.act) }
}

test(
  'the audit chain continues after a restored backup, but counts as forked after older files were put back in the folder by hand',
  { timeout: 60_000 },
  async () => {
    const [hub, platform] = [await startRealHub(), await openPlatform()]
    const { boss, van } = await openTwoDesks(hub, platform)
    await van.jobIn(await saveBox(van, platform), 'done')
    await allSent(van, 2)
    const { name } = await van.call('maintenance.back-up', {})
    await van.jobIn(await saveBox(van, platform), 'done')
    await allSent(van, 4)
    await van.call('maintenance.restore', { name })
    await allSent(van, 5)
    const restored = await auditOf(boss, van)
    expect(restored.acts).toEqual(['saved', 'sent', 'saved', 'sent', 'restored'])
    expect(restored.trouble).toBeUndefined()

    const { transport, machineId, folderId, settings } = van.ports
    const ports = { transport, machineId, folderId, settings }
    await van.stop()
    const older = makeFolder()
    cpSync(van.folder, older, { recursive: true })
    const present = asDesk(await startAgain(van.folder, ports), van.line)
    await present.jobIn(await saveBox(present, platform), 'done')
    await allSent(present, 7)
    await present.stop()
    const back = asDesk(await startAgain(older, ports), van.line)
    expect((await back.fleet())?.audit).toEqual({ entries: 5, unsent: 0 })
    await back.jobIn(await saveBox(back, platform), 'done')
    await until(back.fleet, (fleet) => fleet?.audit?.trouble === 'forked')
    await allSent(back, 7)
    const forked = await auditOf(boss, back)
    expect(forked).toMatchObject({ trouble: 'forked', entries: 7 })
  },
)

import { describe, expect, test } from 'vitest'
import { checkFleetTrail, readChain, writeFleetTrail } from '../../../../../src/main/fleet/audit/fleet-trail.ts'
import type { HubClient } from '../../../../../src/main/fleet/hub-client.ts'
import type { Membership } from '../../../../../src/main/vault/fleet-membership.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import type { HubAnswer } from '../../../../../src/shared/fleet/hub-calls.ts'
import { addJob, createChain, membership, openLedger, sealing, startProcess } from './chain.ts'

type Stored = HubAnswer<'audit.read'>['entries'][number]

const { station } = membership
const head = { station, name: 'Van 12', installation: 'AB12CD', madeAt: '2026-11-24T06:00:00.000Z' }

/** A chain of six lines, as a hub has it. */
const makeStored = async (): Promise<readonly Stored[]> => {
  const [database, chain] = [openLedger(), createChain()]
  const van = startProcess(database, chain)
  for (let count = 0; count < 3; count += 1) addJob(database)
  await van.round()
  return chain.stored().map((entry) => ({ ...entry, receivedAt: '2026-11-24T05:00:00+00:00' }))
}

/** What a supervisor makes of what the hub gives, two lines a page. */
const exportFrom = async (stored: readonly Stored[], told = stored.length) => {
  const call = ((_: string, { after }: { readonly after: number }) => {
    const rest = stored.filter(({ sequence }) => sequence > after)
    return Promise.resolve({ ok: true, value: { entries: rest.slice(0, 2), hasMore: rest.length > 2, forks: [] } })
  }) as unknown as HubClient['call']
  const read = await readChain({ call }, membership as unknown as Membership, { station, told })
  if (!read.ok) throw new Error('unread')
  return { ...read.value, text: writeFleetTrail(sealing, head, read.value) }
}

const at = (stored: readonly Stored[], index: number): Stored => {
  const entry = stored[index]
  if (entry === undefined) throw new Error('There are six')
  return entry
}

describe('the export of an audit chain', () => {
  test('contains all contradicting lines, even if the hub returns them in several answers', async () => {
    const stored = await makeStored()
    const forks = [...stored, ...stored].map((fork, index) => ({
      ...fork,
      receivedAt: `2026-11-24T06:00:0${index % 10}+00:00`,
    }))
    const call = ((_: string, { skippedForks = 0 }: { readonly skippedForks?: number }) =>
      Promise.resolve({
        ok: true,
        value: {
          entries: stored,
          hasMore: false,
          forks: forks.slice(skippedForks, skippedForks + 5),
          hasMoreForks: skippedForks + 5 < forks.length,
        },
      })) as unknown as HubClient['call']
    const read = await readChain({ call }, membership as unknown as Membership, { station, told: 6 })
    if (!read.ok) throw new Error('unread')
    expect(checkFleetTrail(writeFleetTrail(sealing, head, read.value))).toMatchObject({
      ok: true,
      entries: 6,
      forks: 12,
    })
  })

  test.each<readonly [string, (stored: readonly Stored[]) => readonly Stored[], object, object]>([
    [
      'changed nothing',
      (all) => all,
      { entries: 6, isBroken: false, hasGap: false },
      { ok: true, missing: 0, unreadable: 0 },
    ],
    [
      'left out a line',
      (all) => all.filter(({ sequence }) => sequence !== 3),
      { entries: 5, hasGap: true },
      { ok: true, entries: 5, missing: 1 },
    ],
    ['left out the first lines', (all) => all.slice(4), { hasGap: true }, { ok: true, entries: 2, missing: 4 }],
    ['left out the last lines', (all) => all.slice(0, 4), { hasGap: true }, { ok: true, entries: 4, missing: 2 }],
    [
      'rewritten a line',
      (all) => all.with(2, { ...at(all, 2), sealed: at(all, 3).sealed }),
      { isBroken: true },
      { ok: false, line: 4 },
    ],
    [
      'rewritten a line and its hash',
      (all) => all.with(2, { ...at(all, 2), sealed: at(all, 3).sealed, hash: at(all, 3).hash }),
      { isBroken: true },
      { ok: false, line: 4 },
    ],
    [
      'exchanged two lines',
      (all) => all.with(1, { ...at(all, 2), sequence: 2 }).with(2, { ...at(all, 1), sequence: 3 }),
      { isBroken: true },
      { ok: false, line: 3 },
    ],
  ])('shows that the hub has %s', async (_, change, read, checked) => {
    const stored = await makeStored()
    const { text, ...chain } = await exportFrom(change(stored), stored.length)
    expect(chain).toMatchObject(read)
    expect(checkFleetTrail(text)).toMatchObject(checked)
  })

  test('is marked as broken if the hub has replaced lines with lines that the station did not make', async () => {
    const stored = await makeStored()
    const database = openLedger()
    const other = createChain()
    const stranger = startProcess(database, other)
    addJob(database)
    await stranger.round()
    const forged = other.stored().map((entry) => ({ ...entry, receivedAt: at(stored, 0).receivedAt }))
    // The forged lines fit each other and their places. Only the line after them shows the forgery.
    expect((await exportFrom([...forged, ...stored.slice(2)])).isBroken).toBe(true)
  })
})

test('a chain without an end is not read without end', async () => {
  const [entry] = await makeStored()
  let asked = 0
  const call = ((_: string, { after }: { readonly after: number }) => {
    asked += 1
    if (asked > 100) throw new Error('It is still asked')
    const entries = Array.from({ length: 20 }, (_, index) => ({ ...entry, sequence: after + index + 1 }))
    return Promise.resolve({ ok: true, value: { entries, hasMore: true } })
  }) as unknown as HubClient['call']
  const asker = membership as unknown as Membership
  const read = await readChain({ call }, asker, { station, told: 1_000_000, most: 100_000 })
  expect(read).toEqual({ ok: false, error: { is: 'refused', code: 'too-large' } })
})

describe('the check of an exported audit file', () => {
  const changes: readonly (readonly [string, (lines: readonly string[]) => readonly string[], number])[] = [
    ['a line is removed', (lines) => lines.toSpliced(3, 1), 4],
    ['two lines change places', (lines) => lines.with(2, lines[3] ?? '').with(3, lines[2] ?? ''), 3],
    ['a line is written twice', (lines) => lines.toSpliced(3, 0, lines[2] ?? ''), 4],
    ['an event is changed', (lines) => lines.with(4, (lines[4] ?? '').replace('renewal', 'disable')), 5],
    ['the first line is changed', (lines) => lines.with(0, (lines[0] ?? '').replace('Van 12', 'Van 13')), 1],
    ['the last line of the chain is removed', (lines) => lines.toSpliced(6, 1), 7],
    ['the end is removed', (lines) => lines.slice(0, -1), 7],
    ['the file is of another kind', () => ['a,b,c', ''], 1],
  ]
  test.each(changes)('fails if %s', async (_, change, line) => {
    const { text } = await exportFrom(await makeStored())
    const lines = text.trimEnd().split('\n')
    expect(checkFleetTrail(change(lines).join('\n'))).toMatchObject({ ok: false, line })
  })

  test('fails if any byte is changed', async () => {
    const { text } = await exportFrom((await makeStored()).slice(0, 2))
    const wrong = Array.from({ length: text.length - 1 }, (_, at) => at).filter((at) => {
      const other = text[at] === 'x' ? 'y' : 'x'
      return checkFleetTrail(text.slice(0, at) + other + text.slice(at + 1)).ok
    })
    expect(wrong).toEqual([])
  })

  test('shows another fingerprint if the file was signed with another key', async () => {
    const chain = await exportFrom(await makeStored())
    const forged = writeFleetTrail(createSealing(new Uint8Array(32).fill(4)), head, chain)
    expect(checkFleetTrail(forged)).toMatchObject({ ok: true })
    const [own, other] = [checkFleetTrail(writeFleetTrail(sealing, head, chain)), checkFleetTrail(forged)]
    expect(own.ok && other.ok && own.fingerprint !== other.fingerprint).toBe(true)
    expect(checkFleetTrail(forged.replace(/"key":"[^"]*"/, `"key":"${sealing.publicKey()}"`)).ok).toBe(false)
  })
})

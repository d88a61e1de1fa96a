import { describe, expect, it, vi } from 'vitest'
import { createBulkStore, type BulkStore } from '../../../../../src/renderer/src/features/bulk/bulk-store.ts'
import type { Bridge } from '../../../../../src/shared/bridge/bridge.ts'
import { rowsInACommit } from '../../../../../src/shared/bridge/bulk-channels.ts'
import type { Channel } from '../../../../../src/shared/bridge/contract.ts'
import { createFakeBridge, makeError } from '../../../../fakes/bridge.ts'
import { createFakeListClient } from '../../../../fakes/list-client.ts'
import { makeWorkday, trainingConnection } from '../../../../fakes/world.ts'

const macAt = (index: number): string => `001A79${index.toString(16).padStart(6, '0')}`
const file = (name: string, ...rows: readonly string[]) => [name, new Blob([`mac\n${rows.join('\n')}`])] as const
/** Lines 2 and 4 are good, lines 3 and 5 have faults. */
const [listName, list] = file('boxes.csv', macAt(1), 'rubbish!', macAt(2), 'rubbish?')

function setUp(answers: Readonly<Partial<Record<Channel, object | undefined>>> = {}) {
  const fake = createFakeBridge(makeWorkday('loopback', 0))
  const answered = { ...answers }
  const call: Bridge['call'] = async (channel, request) => {
    const value = answered[channel]
    return value === undefined
      ? await fake.call(channel, request)
      : { ok: true, value: (value instanceof Promise ? await value : value) as never }
  }
  const bridge: Bridge = { ...fake, call }
  const open = (): BulkStore =>
    createBulkStore({
      bridge,
      connectionId: 'one',
      connection: () => trainingConnection,
      createClient: createFakeListClient,
    })
  const kept = async () => {
    const reply = await fake.call('list.read', { connectionId: 'one' })
    return reply.ok ? reply.value.list : undefined
  }
  const keeps = async (part: object): Promise<void> =>
    await vi.waitFor(async () => expect(await kept()).toMatchObject(part))
  return { fake, open, kept, keeps, answered }
}

/** Opened and checked, line 3 fixed, the form of line 5 open. */
async function workThrough(bulk: BulkStore): Promise<void> {
  await bulk.open(listName, list)
  bulk.setRules({ common: { hostname: 'tv.example.net' } })
  await bulk.check()
  const [bad] = bulk.getState().bad
  if (bad === undefined) throw new Error('no row with faults')
  bulk.type(5, ['001A'])
  await bulk.fix(bad, [macAt(3)])
}
const linesOf = (bulk: BulkStore): readonly number[] => bulk.getState().bad.map(({ line }) => line)

describe('a list', () => {
  it('starts with the default hostname for all rows, but does not fill it in again after it was cleared', async () => {
    const bulk = setUp().open()
    await bulk.open(listName, list)
    expect(bulk.getState().rules.common).toEqual({ hostname: trainingConnection.hostnames[0] })
    bulk.setRules({ common: { hostname: '' } })
    await bulk.check()
    expect(bulk.getState().rules.common).toEqual({ hostname: '' })
    await bulk.open('other.csv', list)
    expect(bulk.getState().rules.common).toEqual({ hostname: trainingConnection.hostnames[0] })
  })

  it('starts without the common values of the list before or of another purpose, except the hostname', async () => {
    const bulk = setUp().open()
    bulk.setKind('existing-customer')
    await bulk.open(listName, list)
    const typed = { hostname: 'tv.example.org', 'logIn.userid': '4471920385' } as const
    bulk.setRules({ common: typed })
    bulk.setKind('new-customer')
    expect(bulk.getState().rules.common).toEqual({ hostname: 'tv.example.org' })
    bulk.setKind('existing-customer')
    bulk.setRules({ common: typed })
    bulk.close()
    await bulk.open('other.csv', new Blob([`mac,remark\n${macAt(1)},\n`]))
    expect(bulk.getState().rules.common).toEqual({ hostname: 'tv.example.org' })
    await bulk.check()
    expect(bulk.getState().bad).toMatchObject([{ faults: [{ path: 'logIn.userid', code: 'required' }] }])
  })

  it('stays open if the file that was chosen next cannot be read or is too large, and the screen says so', async () => {
    const { open, keeps } = setUp()
    const bulk = open()
    await workThrough(bulk)
    const cloud = Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('gone')) })
    for (const [problem, chosen] of [
      ['unreadable', cloud],
      ['too-large', { size: 65 * 1024 * 1024 } as Blob],
    ] as const) {
      await bulk.open('next.csv', chosen)
      expect(bulk.getState()).toMatchObject({ list: { name: listName }, refusal: { problem, name: 'next.csv' } })
      expect(linesOf(bulk)).toEqual([5])
    }
    await keeps({ stage: 'checked', mended: [{ line: 3 }], typed: [{ line: 5 }] })
  })

  it('is not opened if the screen closes while its file is read, and a scan batch gets its rows back', async () => {
    const bulk = setUp().open()
    const origin = { settle: vi.fn(), finish: vi.fn(), giveBack: vi.fn() }
    const opening = bulk.open(listName, list, origin)
    await bulk.leave()
    await opening
    expect(bulk.getState().list).toBeUndefined()
    expect(origin.giveBack).toHaveBeenCalledOnce()
  })

  it('counts the rows whose box gets no hostname, also after a row was fixed', async () => {
    const bulk = setUp().open()
    bulk.setKind('existing-customer')
    await bulk.open(...file('customers.csv', macAt(1), 'rubbish!'))
    bulk.setRules({ common: { hostname: '', 'logIn.userid': '4471920385' } })
    await bulk.check()
    expect(bulk.getState().progress).toMatchObject({ good: 1, bad: 1, dark: 1 })
    const [bad] = bulk.getState().bad
    if (bad !== undefined) await bulk.fix(bad, [macAt(2)])
    expect(bulk.getState().progress).toMatchObject({ good: 2, bad: 0, dark: 2 })
  })

  it('is other work with other common values or columns, and the same work after it was restored', async () => {
    const { fake, open, keeps } = setUp()
    const digests: string[] = []
    const watched = vi.spyOn(fake, 'call')
    const bulk = open()
    const digestNow = async (one: BulkStore): Promise<string> => {
      await one.check()
      const found = watched.mock.calls.findLast(([channel]) => channel === 'bulk.find')
      return (found?.[1] as { digest: string } | undefined)?.digest ?? ''
    }
    await bulk.open(listName, list)
    digests.push(await digestNow(bulk))
    bulk.setRules({ kind: 'existing-customer', common: { hostname: 'tv.example.net' } })
    digests.push(await digestNow(bulk))
    bulk.setRules({ common: { hostname: 'tv.example.org', 'logIn.userid': 'rosa' } })
    digests.push(await digestNow(bulk))
    bulk.setRules({ columns: ['logIn.password'] })
    digests.push(await digestNow(bulk))
    bulk.setRules({ columns: ['box.raw'] })
    bulk.setRules({ common: { 'logIn.userid': 'rosa', hostname: 'tv.example.org', 'box.model': '' } })
    expect(await digestNow(bulk)).toBe(digests[2])
    await keeps({ stage: 'checked', common: { 'logIn.userid': 'rosa' } })
    const other = open()
    await other.come()
    expect(await digestNow(other)).toBe(digests[2])
    expect(new Set(digests).size).toBe(4)
  })

  it('is restored in another window with its columns, common values, corrected rows and open forms', async () => {
    const { open, keeps } = setUp()
    await workThrough(open())
    await keeps({ stage: 'checked', mended: [{ line: 3 }], typed: [{ line: 5 }] })

    const again = open()
    await again.come()
    const { list: opened, rules, progress, coming, saving } = again.getState()
    expect([opened?.name, opened?.rows, rules.columns, rules.common]).toEqual([
      'boxes.csv',
      4,
      ['box.raw'],
      { hostname: 'tv.example.net' },
    ])
    expect([progress?.good, progress?.bad, coming, saving]).toEqual([3, 1, undefined, undefined])
    expect([linesOf(again), again.fixes.getState().typed.get(5)]).toEqual([[5], ['001A']])
  })

  it('shows the progress of a save at its beginning and at its end, and not after each of many quick pieces', async () => {
    const bulk = setUp({ 'bulk.save': { saved: rowsInACommit, left: [] } }).open()
    const rows = 20 * rowsInACommit
    await bulk.open(...file('long.csv', ...Array.from({ length: rows }, (_, index) => macAt(index))))
    await bulk.check()
    const shown: number[] = []
    vi.spyOn(performance, 'now').mockReturnValue(1000)
    const end = bulk.subscribe(({ saving }, before) => {
      if (saving !== undefined && saving !== before.saving) shown.push(saving.seen)
    })
    await bulk.save(false)
    end()
    expect(shown).toEqual([0, rows])
    expect(bulk.getState().saving).toMatchObject({ saved: rows, isOver: true })
  })

  it('can be checked again if its check was cancelled during the restore', async () => {
    const { open, keeps } = setUp()
    await workThrough(open())
    await keeps({ stage: 'checked', mended: [{ line: 3 }] })
    const again = open()
    const end = again.subscribe(({ isChecking }) => {
      if (isChecking) again.stop()
    })
    await again.come()
    end()
    const { list: opened, progress, isChecking, coming: name } = again.getState()
    expect([opened?.name, progress, isChecking, name]).toEqual(['boxes.csv', undefined, false, undefined])
    await again.check()
    expect([again.getState().progress?.good, linesOf(again)]).toEqual([3, [5]])
  })

  it('keeps what is being typed into a row when a shared fault of that row is corrected for all rows', async () => {
    const bulk = setUp().open()
    bulk.setKind('existing-customer')
    const rows = [`${macAt(1)},no user ID!`, 'rubbish!,no user ID!'].map((row) => `${row},bad host`)
    await bulk.open('customers.csv', new Blob([`mac,user ID,hostname\n${rows.join('\n')}`]))
    await bulk.check()
    bulk.type(2, [macAt(1), '4471920385', 'bad host'])
    bulk.type(3, [macAt(2), 'no user ID!', 'bad host'])
    const group = bulk.getState().groups.find(({ path }) => path === 'hostname')
    if (group === undefined) throw new Error('no group')
    await bulk.fixGroup(group, { text: 'tv.example.net' })
    expect([...bulk.fixes.getState().typed]).toEqual([
      [2, [macAt(1), '4471920385', 'tv.example.net']],
      [3, [macAt(2), 'no user ID!', 'tv.example.net']],
    ])
  })

  it('forgets what is being typed into a row that a shared correction has made good', async () => {
    const bulk = setUp().open()
    bulk.setKind('existing-customer')
    const rows = [1, 2].map((index) => `${macAt(index)},4471920385,bad host`)
    await bulk.open('customers.csv', new Blob([`mac,user ID,hostname\n${rows.join('\n')}`]))
    await bulk.check()
    bulk.type(2, [macAt(1), '4471920385', 'bad'])
    const [group] = bulk.getState().groups
    if (group === undefined) throw new Error('no group')
    await bulk.fixGroup(group, { text: 'tv.example.net' })
    expect([bulk.getState().progress?.bad, bulk.fixes.getState().typed.size]).toEqual([0, 0])
  })

  it('keeps its corrected rows when the rules change', async () => {
    const bulk = setUp().open()
    await workThrough(bulk)
    bulk.setRules({ common: { hostname: 'other.example.net' } })
    await bulk.check()
    expect([bulk.getState().progress?.good, linesOf(bulk)]).toEqual([3, [5]])
  })

  it('is restored with its saved rows, and its remaining rows can then be saved', async () => {
    const { open, keeps, answered } = setUp()
    const first = open()
    await workThrough(first)
    await first.save(false)
    await keeps({ stage: 'saved' })

    answered['bulk.find'] = { batch: 'f'.repeat(32), saved: 2, firstSavedAt: 1 }
    answered['list.saved-lines'] = { lines: [2, 3], hasMore: false }
    const again = open()
    await again.come()
    const { saving, progress, savedBefore } = again.getState()
    expect(saving).toEqual({ batch: 'f'.repeat(32), total: 3, seen: 2, saved: 2, left: [], isOver: true })
    expect([progress?.good, progress?.bad, savedBefore]).toEqual([3, 1, undefined])
    await again.save(false)
    expect(again.getState().saving).toMatchObject({ seen: 3, saved: 3 })
  })

  it('is deleted from the store once all rows are saved, or when the list is closed', async () => {
    const { open, kept, keeps } = setUp()
    const bulk = open()
    await workThrough(bulk)
    const [bad] = bulk.getState().bad
    if (bad !== undefined) await bulk.fix(bad, [macAt(4)])
    await keeps({ mended: [{ line: 3 }, { line: 5 }], typed: [] })
    await bulk.save(false)
    await vi.waitFor(async () => expect(await kept()).toBeUndefined())

    await bulk.open(listName, list)
    await keeps({ stage: 'columns' })
    bulk.close()
    await vi.waitFor(async () => expect(await kept()).toBeUndefined())
  })

  it('stays open if the next file is not a list, but is replaced by a scan batch', async () => {
    const { open, kept, keeps } = setUp()
    const bulk = open()
    await workThrough(bulk)
    await keeps({ mended: [{ line: 3 }] })
    await bulk.open('empty.csv', new Blob(['']))
    expect(bulk.getState()).toMatchObject({ refusal: { name: 'empty.csv' }, list: { name: 'boxes.csv' } })
    expect(linesOf(bulk)).toEqual([5])

    const scanBatch = { settle: vi.fn<() => void>(), finish: vi.fn<() => void>(), giveBack: vi.fn<() => void>() }
    await bulk.open('Scan batch', new Blob([macAt(9)]), scanBatch)
    await vi.waitFor(async () => expect(await kept()).toBeUndefined())
    await bulk.leave()
    expect(scanBatch.giveBack).toHaveBeenCalledOnce()
    expect(bulk.getState().list).toBeUndefined()
  })

  it('counts the rows that are lost if it is closed, which are the rows that are not jobs yet', async () => {
    const bulk = setUp({ 'bulk.save': { saved: 2, left: [{ line: 4, code: 'box-in-job' }] } }).open()
    expect(bulk.countLost()).toBe(0)
    await bulk.open(listName, list)
    expect(bulk.countLost()).toBe(4)
    await workThrough(bulk)
    await bulk.save(false)
    expect(bulk.getState().saving).toMatchObject({ saved: 2, isOver: true })
    expect(bulk.countLost()).toBe(2)

    const again = setUp({ 'bulk.find': { batch: 'b', saved: 3, firstSavedAt: 1 } }).open()
    await again.open(listName, list)
    await again.check()
    expect(again.countLost()).toBe(1)
  })

  it('counts the rows that another list would lose, but none if no row was corrected, because the file is still there', async () => {
    const bulk = setUp().open()
    await bulk.open(listName, list)
    await bulk.check()
    expect(bulk.countLostToAnother()).toBe(0)
    bulk.type(3, ['no box'])
    expect(bulk.countLostToAnother()).toBe(4)
  })

  it('loses no row if it was made from a scan batch, which gets its rows back', async () => {
    const bulk = setUp().open()
    const scanBatch = { settle: vi.fn<() => void>(), finish: vi.fn<() => void>(), giveBack: vi.fn<() => void>() }
    await bulk.open('Scan batch', new Blob([macAt(9)]), scanBatch)
    expect(bulk.countLost()).toBe(0)
    bulk.close()
    expect(scanBatch.giveBack).toHaveBeenCalledOnce()
  })

  it('that cannot be stored stays open with an error, and is stored with its next change', async () => {
    const { fake, open, keeps } = setUp()
    const bulk = open()
    fake.failNext('list.begin', makeError('storage-full'))
    await bulk.open(listName, list)
    await vi.waitFor(() => expect(bulk.getState().trouble).toMatchObject({ code: 'storage-full' }))
    await bulk.leave()
    expect(bulk.getState().list?.name).toBe('boxes.csv')
    await bulk.come()

    bulk.setRules({ common: { hostname: 'tv.example.net' } })
    await keeps({ common: { hostname: 'tv.example.net' } })
    await vi.waitFor(() => expect(bulk.getState().trouble).toBeUndefined())
    await bulk.leave()
    expect(bulk.getState().list).toBeUndefined()
    await bulk.come()
    expect(bulk.getState().rules.common).toEqual({ hostname: 'tv.example.net' })
  })

  it('comes back whole if a purpose is chosen while it is fetched', async () => {
    const { fake, open, kept, keeps, answered } = setUp()
    const bulk = open()
    await workThrough(bulk)
    await keeps({ stage: 'checked', mended: [{ line: 3 }] })
    const before = await kept()
    await bulk.leave()
    const reply = Promise.withResolvers<object>()
    answered['list.read'] = reply.promise
    const coming = bulk.come()
    bulk.setKind('existing-customer')
    expect(await kept()).toEqual(before)
    const saves = vi.spyOn(fake, 'call')
    reply.resolve({ list: before })
    await coming
    expect(saves.mock.calls.map(([channel]) => channel)).not.toContain('list.save')
    expect(bulk.getState()).toMatchObject({ trouble: undefined, list: { name: listName }, rules: { kind: 'hostname' } })
    expect(linesOf(bulk)).toEqual([5])
    expect(await kept()).toEqual(before)
  })

  it('that another window has changed since is not overwritten or deleted', async () => {
    const { open, kept, keeps } = setUp()
    const first = open()
    await workThrough(first)
    await keeps({ stage: 'checked', typed: [{ line: 5 }] })
    const second = open()
    await second.come()
    second.type(5, ['001A79'])
    await keeps({ typed: [{ line: 5, cells: ['001A79'] }] })

    first.type(5, ['other'])
    await vi.waitFor(() => expect(first.getState().trouble?.code).toBe('changed-meanwhile'))
    expect(await kept()).toMatchObject({ typed: [{ line: 5, cells: ['001A79'] }] })
    first.close()
    second.type(5, ['001A79000001'])
    await keeps({ typed: [{ line: 5, cells: ['001A79000001'] }] })
    expect(second.getState().trouble).toBeUndefined()
  })

  it('is stored again after a call that stored it without an answer', async () => {
    const { fake, open, keeps } = setUp()
    const bulk = open()
    await workThrough(bulk)
    await keeps({ stage: 'checked', typed: [{ line: 5 }] })
    const answering = fake.call
    vi.spyOn(fake, 'call').mockImplementationOnce(async (channel, request) => {
      await answering(channel, request)
      return { ok: false, error: makeError('not-reached') }
    })
    bulk.type(5, ['001A7'])
    await vi.waitFor(() => expect(bulk.getState().trouble?.code).toBe('not-reached'))
    await keeps({ typed: [{ line: 5, cells: ['001A7'] }] })

    bulk.type(5, ['001A79'])
    await keeps({ typed: [{ line: 5, cells: ['001A79'] }] })
    await vi.waitFor(() => expect(bulk.getState().trouble).toBeUndefined())
  })

  it('is not restored if its stored bytes have changed', async () => {
    const { fake, open, kept, keeps } = setUp()
    await open().open(listName, list)
    await keeps({ stage: 'columns' })
    const { digest = '' } = (await kept()) ?? {}
    await fake.call('list.save-part', { connectionId: 'one', digest, part: 0, bytes: btoa(`mac\n${macAt(7)}`) })

    const again = open()
    await again.come()
    expect(again.getState()).toMatchObject({ isBroken: true, coming: undefined, list: undefined })
    await vi.waitFor(async () => expect(await kept()).toBeUndefined())
  })

  it('continues to be saved after its screen is closed', async () => {
    const reply = Promise.withResolvers<object>()
    const { open, answered } = setUp({ 'bulk.save': reply.promise })
    const bulk = open()
    await workThrough(bulk)
    const saved = bulk.save(false)
    await vi.waitFor(() => expect(bulk.getState().saving).toBeDefined())
    const left = bulk.leave()
    expect(bulk.getState().saving).toMatchObject({ seen: 0, isOver: false })
    answered['bulk.save'] = undefined
    reply.resolve({ saved: 3, left: [] })
    await saved
    expect(bulk.getState().saving).toMatchObject({ saved: 3, isOver: true })
    await left
    expect(bulk.getState().list).toBeUndefined()
  })
})

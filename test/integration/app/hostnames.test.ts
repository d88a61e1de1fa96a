import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '../../../src/platform/answer.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { formatMac, type DeviceIdentifier } from '../../../src/shared/domain/device-identifier.ts'
import { connect, openApp, openPlatform, type TestApp } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { quick } from './activate.ts'
import { readList, tellNone } from '../../../src/main/handlers/hostnames/hostname-handlers.ts'

const boxOf = (identifier: DeviceIdentifier) => ({ identifier, raw: identifier.value, model: '' })
const bindingsOf = (platform: Sandbox): readonly (string | null)[] =>
  platform
    .ledger()
    .filter(({ effect }) => effect === 'bind-hostname')
    .map(({ box }) => box)

async function open(
  options: Parameters<typeof openPlatform>[0] = {},
): Promise<{ readonly app: TestApp; readonly platform: Sandbox; readonly hostname: string }> {
  const platform = await openPlatform(options)
  const app = await openApp()
  await connect(app, platform, quick)
  return { app, platform, hostname: platform.hostnames[0] ?? '' }
}

const add = (app: TestApp, hostname: string, boxes: readonly DeviceIdentifier[], draftId = anyDraftId()) =>
  app.call('hostname.add', { draftId, hostname, boxes: boxes.map(boxOf) })

async function addAndWait(app: TestApp, hostname: string, boxes: readonly DeviceIdentifier[]): Promise<void> {
  const { ids } = await add(app, hostname, boxes)
  for (const id of ids) expect((await app.jobIn(id, 'done', 'refused', 'needs-you')).summary.state).toBe('done')
}

test.each(['classic', 'modern', 'terse'] as const)(
  'boxes that are added to a hostname in the %s dialect are bound once each, and listed',
  async (dialect) => {
    const { app, platform, hostname } = await open({ options: { dialect } })
    const before = (await app.call('hostname.read', { hostname })).boxes.length
    const boxes = [anyMac(), anyMac(), anyMac()]

    await addAndWait(app, hostname, boxes)
    const { boxes: listed } = await app.call('hostname.read', { hostname })

    expect(listed).toHaveLength(before + 3)
    expect(listed.map(({ identifier }) => identifier)).toEqual(expect.arrayContaining(boxes))
    expect(bindingsOf(platform)).toHaveLength(3)
    expect(new Set(bindingsOf(platform))).toEqual(new Set(boxes.map(({ value }) => formatMac(value, 'colon'))))
  },
)

test('boxes that are added twice at the same time, and a box that is named twice, make one job per box', async () => {
  const { app, platform, hostname } = await open()
  const [one, other] = [anyMac(), anyMac()]
  const draftId = anyDraftId()

  const [first, second] = await Promise.all([
    add(app, hostname, [one, other, one], draftId),
    add(app, hostname, [one, other, one], draftId),
  ])
  for (const id of first.ids) await app.jobIn(id, 'done')

  expect(first.ids).toHaveLength(2)
  expect(second).toEqual(first)
  expect(bindingsOf(platform)).toHaveLength(2)
})

test('a draft that is saved again for another hostname makes new jobs', async () => {
  const { app, platform, hostname } = await open()
  const box = anyMac()
  const draftId = anyDraftId()
  const first = await add(app, hostname, [box], draftId)
  await app.jobIn(first.ids[0] ?? '', 'done')

  const second = await add(app, platform.hostnames[1] ?? '', [box], draftId)

  expect(second.ids).not.toEqual(first.ids)
})

test('a box that is in an unfinished job is reported, and the other boxes are saved', async () => {
  const { app, platform, hostname } = await open({ options: { offline: true } })
  const [busy, free] = [anyMac(), anyMac()]
  const intent = newCustomer(platform.products[0]?.id ?? '', { box: boxOf(busy) })
  const { id } = await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false })

  const { ids, left } = await add(app, hostname, [busy, free])

  expect(left).toEqual([{ index: 0, jobId: id }])
  expect(ids).toHaveLength(1)
  expect((await app.call('hostname.in-work', { identifiers: [free, anyMac(), busy] })).found).toEqual([
    { index: 0, jobId: ids[0] },
    { index: 2, jobId: id },
  ])
})

test("no box is saved if the boxes together exceed the operator's limit on unsent jobs", async () => {
  const platform = await openPlatform({ options: { offline: true } })
  const app = await openApp()
  await connect(app, platform, { ...quick, unsentLimit: 2 })
  const hostname = platform.hostnames[0] ?? ''
  const boxes = [anyMac(), anyMac(), anyMac()].map(boxOf)

  expect(await app.refusal('hostname.add', { draftId: anyDraftId(), hostname, boxes })).toBe('too-much-unsent')
  expect((await app.call('job.list', { limit: 10 })).jobs).toEqual([])
  expect((await add(app, hostname, [anyMac(), anyMac()])).ids).toHaveLength(2)
})

test('no box is bound twice if a reply is lost after the binding took effect', async () => {
  const { app, platform, hostname } = await open()
  const boxes = [anyMac(), anyMac()]
  platform.setFaults([
    { match: { operation: 'AddMacAddressToHostname' }, times: 1, fault: { kind: 'drop-after-commit' } },
  ])

  await addAndWait(app, hostname, boxes)

  expect(bindingsOf(platform)).toHaveLength(2)
})

test("the last list of a hostname's boxes stays readable offline, and is sealed in the file", async () => {
  const { app, platform, hostname } = await open()
  const box = anyMac()
  await addAndWait(app, hostname, [box])
  const read = await app.call('hostname.read', { hostname })
  await platform.setOptions({ offline: true })

  expect(await app.refusal('hostname.read', { hostname })).toBe('not-reached')
  expect((await app.call('hostname.cached', { hostname: hostname.toUpperCase() })).list).toEqual(read)
  expect((await app.call('hostname.cached', { hostname: 'another.example' })).list).toBeUndefined()
  const files = readdirSync(app.folder).filter((name) => name.startsWith('setdesk.db'))
  const bytes = files.map((name) => readFileSync(join(app.folder, name), 'latin1')).join('')
  expect(bytes).toContain('kept_answer')
  expect(bytes).not.toContain(formatMac(box.value, 'colon'))
})

test('an answer about a hostname that cannot be understood is reported, and the former list is kept', async () => {
  const { app, platform, hostname } = await open()
  const read = await app.call('hostname.read', { hostname })
  platform.setFaults([
    {
      match: { operation: 'GetMacAddressesUnderHostname' },
      fault: { kind: 'rubbish', body: 'message', commit: false },
    },
  ])

  expect(await app.refusal('hostname.read', { hostname })).toBe('not-understood')
  expect((await app.call('hostname.cached', { hostname })).list).toEqual(read)
})

test.each(['classic', 'modern', 'terse'] as const)(
  'in the %s dialect an unknown hostname is distinguished from a hostname without boxes',
  async (dialect) => {
    const { app, platform } = await open({ options: { dialect }, customers: 1 })
    const unused = platform.hostnames.at(-1) ?? ''
    expect(await app.call('hostname.read', { hostname: unused })).toMatchObject({ boxes: [], none: 'no-box' })
    expect(await app.call('hostname.read', { hostname: 'nowhere.example' })).toMatchObject({
      boxes: [],
      none: 'unknown-hostname',
    })
    const kept = await app.call('hostname.cached', { hostname: 'nowhere.example' })
    expect(kept.list?.none).toBe('unknown-hostname')
  },
)

test.each([
  ['no words', undefined, 'either'],
  ['words about a customer', 'Customer not found.', 'either'],
  ['words about boxes', 'No devices found.', 'no-box'],
  ['words about boxes of a hostname', 'No MAC addresses for this hostname', 'no-box'],
  ['words about the hostname', 'No such host name', 'unknown-hostname'],
] as const)('the reason of an empty answer about a hostname is read from its text: %s', (_, message, none) => {
  expect(tellNone({ verdict: 'absent', ...(message !== undefined && { message }) })).toBe(none)
})

const listOf = (data: Json) => readList({ verdict: 'accepted', reach: 'answered', raw: '', data }, 'tv.example', 1)

test('entries that are not boxes are listed in the words of the platform, beside the boxes', () => {
  const box = { text: '00:1A:79:01:02:03', identifier: { kind: 'mac', value: '001A79010203' } }
  expect(listOf(['', box.text])).toEqual({ at: 1, boxes: [box] })
  expect(listOf([{ uuid: 'Chrome on Windows' }, { uuid: box.text }])).toEqual({
    at: 1,
    boxes: [box, { text: 'Chrome on Windows' }],
  })
  expect(listOf([{ note: 'of 3' }, { uuid: box.text }])).toBeUndefined()
  expect(listOf({ macs: [box.text], has_next: true })).toBeUndefined()
})

test("the list of an unknown hostname is empty, with the platform's words", async () => {
  const { app } = await open()
  const list = await app.call('hostname.read', { hostname: 'nobody.example' })
  expect(list.boxes).toEqual([])
  expect(list.words).toMatch(/hostname/i)
})

test('a scan batch that another window has changed is not overwritten', async () => {
  const { app } = await open()
  const save = { place: 'hostnames', text: '001A79000001', was: '' } as const
  await app.call('scan-batch.save', save)
  expect(await app.refusal('scan-batch.save', { ...save, text: '001A79000002' })).toBe('changed-meanwhile')
  expect(await app.call('scan-batch.read', { place: 'hostnames' })).toEqual({ text: save.text })
  await app.call('scan-batch.save', { ...save, text: '', was: save.text })
  expect(await app.call('scan-batch.read', { place: 'hostnames' })).toEqual({ text: '' })
})

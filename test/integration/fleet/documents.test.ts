import { expect, test } from 'vitest'
import { documentFileSchema, documentTextSchema, type DocumentView } from '../../../src/shared/domain/fleet-document.ts'
import type { FleetDocument } from '../../../src/shared/fleet/hub-calls.ts'
import { createOperator, takeFile } from '../../fakes/policy.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { openComputer, startAgain } from '../maintenance/work.ts'
import { asDesk, createLine, openDesk, until, type Desk } from './open-fleet.ts'
import { joinRaw } from './raw-station.ts'
import { startRealHub } from './start-real-hub.ts'

type Operator = ReturnType<typeof createOperator>

/** A supervisor whose computer has accepted the operator's key, and a station that learnt of it by joining. */
async function openFleet({ group }: { readonly group?: string } = {}) {
  const [hub, platform, operator] = [await startRealHub(), await openPlatform(), createOperator()]
  const { line, transport } = createLine(hub.url)
  const boss = asDesk(await openComputer(platform, { transport, machineId: () => Promise.resolve('Office') }), line)
  await takeFile(boss, operator.write(1, {}))
  await boss.call('fleet.join', { code: await hub.firstCode(), hub: hub.url, name: 'Office' })
  const { code } = await boss.call('fleet.invite', { role: 'station', hours: 1, ...(group && { group }) })
  const van = await openDesk(hub, platform, { code, name: 'Van 12' })
  return { hub, platform, operator, boss, van }
}

const put = (boss: Desk, text: string) => boss.call('fleet.put-document', { text })
const documentsOf = async (desk: Desk): Promise<readonly DocumentView[]> => (await desk.fleet())?.documents ?? []
const untilDocument = (desk: Desk, wanted: Partial<DocumentView>) =>
  until(
    () => documentsOf(desk),
    (all) =>
      all.some((one) =>
        Object.entries(wanted).every(([name, value]) =>
          Object.entries(one).some(([key, is]) => key === name && is === value),
        ),
      ),
  )
const connectionOf = async (desk: Desk) => {
  const { connections } = await desk.call('app.snapshot', {})
  const [first] = connections
  if (first === undefined) throw new Error('no connection')
  return { ...first, count: connections.length }
}
const fileOf = (...connections: readonly object[]) => ({ kind: 'setdesk-connections', version: 1, connections })

test(
  'a policy reaches a station that never had a file of the operator, and the board shows that the station has the policy',
  { timeout: 60_000 },
  async () => {
    const { boss, van, operator } = await openFleet()
    expect((await van.call('app.snapshot', {})).policy.state).toBe('none')
    const answer = await put(boss, operator.document({ serial: 2, disableCustomers: false }, { kind: 'policy' }))
    expect(answer).toEqual({ kind: 'policy', name: 'main', serial: 2 })
    await untilDocument(van, { kind: 'policy', serial: 2, state: 'taken' })
    const { policy } = await van.call('app.snapshot', {})
    expect(policy).toMatchObject({ state: 'in-force', serial: 2, fingerprint: operator.fingerprint })
    expect(policy.rules.disableCustomers).toBe(false)
    const { station = '' } = (await van.fleet()) ?? {}
    const onBoard = () => boss.call('fleet.board', { stations: [station] })
    const board = await until(onBoard, ({ stations }) => (stations[0]?.documents.length ?? 0) > 0)
    expect(board.stations[0]?.documents).toEqual([{ kind: 'policy', name: 'main', serial: 2 }])
    await untilDocument(boss, { kind: 'policy', serial: 2, state: 'taken' })
  },
)

test(
  'handout settings wait until no form is open, and a connection that gets a new address needs the token again',
  { timeout: 60_000 },
  async () => {
    const { boss, van, operator, platform } = await openFleet()
    const { settings } = await connectionOf(van)
    const { id, baseUrl } = settings
    await van.call('update.report-page', { hasOpenForm: true })
    const handout = { supportNumber: '0800 555', handoutSteps: ['Plug it in'] }
    await put(boss, operator.document(handout, { kind: 'handout', serial: 1 }))
    await untilDocument(van, { kind: 'handout', state: 'waiting' })
    expect((await connectionOf(van)).settings.supportNumber).toBe('')
    await van.call('update.report-page', { hasOpenForm: false })
    await untilDocument(van, { kind: 'handout', state: 'taken' })
    expect((await connectionOf(van)).settings).toMatchObject({ ...handout, id, baseUrl, name: settings.name })
    expect((await connectionOf(van)).hasToken).toBe(true)

    const moved = fileOf(
      { id, baseUrl: 'https://other.example' },
      { id: 'SOUTH', name: 'South', baseUrl: 'https://south.example', crmService: 'C', cmsService: 'M' },
    )
    await put(boss, operator.document(moved, { kind: 'connection', serial: 1 }))
    await untilDocument(van, { kind: 'connection', serial: 1, state: 'taken' })
    expect(await connectionOf(van)).toMatchObject({
      settings: { id, baseUrl: 'https://other.example' },
      hasToken: false,
      count: 2,
    })
    expect(platform.authToken).not.toBe('')

    // After a restart no document is fetched or applied a second time.
    await van.stop()
    const again = await startAgain(van.folder, {
      transport: van.ports.transport,
      machineId: van.ports.machineId,
      settings: van.ports.settings,
    })
    await again.call('connection.save', {
      ...(await connectionOf(asDesk(again, van.line))).settings,
      supportNumber: '0900',
    })
    await put(
      boss,
      operator.document(
        { supportNumber: '0800 777', addresses: ['https://nowhere.example'] },
        { kind: 'handout', serial: 2 },
      ),
    )
    const desk = asDesk(again, van.line)
    await untilDocument(desk, { kind: 'handout', serial: 2, state: 'waiting', problem: 'no-connection' })
    expect((await connectionOf(desk)).settings.supportNumber).toBe('0900')
  },
)

test(
  'a document that contains a token, or that the policy does not allow, is refused with a reason',
  { timeout: 60_000 },
  async () => {
    const { boss, van, operator } = await openFleet()
    const { settings } = await connectionOf(van)
    await put(boss, operator.document({ serial: 2, addresses: [settings.baseUrl] }, { kind: 'policy' }))
    await untilDocument(van, { kind: 'policy', serial: 2, state: 'taken' })
    await put(
      boss,
      operator.document(fileOf({ id: settings.id, baseUrl: 'https://evil.example' }), {
        kind: 'connection',
        serial: 1,
      }),
    )
    await untilDocument(van, { kind: 'connection', state: 'refused', problem: 'not-permitted' })
    expect((await connectionOf(van)).settings.baseUrl).toBe(settings.baseUrl)
    expect(() => operator.document(fileOf({ id: settings.id, token: 'x' }), { kind: 'connection', serial: 2 })).toThrow(
      'secret',
    )
    await put(boss, operator.document({ serial: 3, addresses: null }, { kind: 'policy' }))
    await untilDocument(van, { kind: 'policy', serial: 3, state: 'taken' })
    // A refused document stays refused until the operator sends it with a higher serial.
    expect(await documentsOf(van)).toContainEqual({
      kind: 'connection',
      name: 'main',
      serial: 1,
      state: 'refused',
      problem: 'not-permitted',
    })
  },
)

const detailOf = async (desk: Desk, text: string) => {
  const reply = await desk.app.handlers['fleet.put-document']({ text })
  return reply.ok ? 'taken' : `${reply.error.code} ${reply.error.detail ?? ''}`.trim()
}

test('a supervisor can give the fleet only documents that the accepted key signed', { timeout: 60_000 }, async () => {
  const { boss, van, operator } = await openFleet()
  const good = operator.document({ supportNumber: '1' }, { kind: 'handout', serial: 3 })
  expect(await detailOf(boss, createOperator().document({ supportNumber: '1' }, { kind: 'handout', serial: 3 }))).toBe(
    'file-unusable other-key',
  )
  expect(await detailOf(boss, good.replace('supportNumber', 'supportNumbre'))).toBe('file-unusable forged')
  expect(await detailOf(boss, '{}')).toBe('file-unusable unusable')
  expect(await detailOf(van, good)).toBe('supervisor-only')
  expect(await detailOf(boss, good)).toBe('taken')
  expect(await detailOf(boss, good)).toBe('taken')
  expect(await detailOf(boss, operator.document({ supportNumber: '2' }, { kind: 'handout', serial: 3 }))).toBe(
    'file-unusable older',
  )
  expect(await detailOf(boss, operator.document({ supportNumber: '2' }, { kind: 'handout', serial: 2 }))).toBe(
    'file-unusable older',
  )
})

const make = (by: Operator, name: string, serial: number, group?: string): string =>
  by.document({ supportNumber: name }, { kind: 'handout', name, serial, group })

/** A document with labels that do not match its signed text, as an attacker at the hub could put it. */
function label(file: string, labels: Partial<FleetDocument> = {}): FleetDocument {
  const { text, key, signature } = documentFileSchema.parse(JSON.parse(file))
  const { kind, name, serial } = documentTextSchema.parse(JSON.parse(text))
  return { kind, name, serial, text, key, signature, ...labels }
}

test(
  'an attacker who controls the hub or a supervisor cannot make a station accept a forged document',
  { timeout: 60_000 },
  async () => {
    const { hub, boss, van, operator } = await openFleet({ group: 'North' })
    const { code } = await boss.call('fleet.invite', { role: 'supervisor', hours: 1 })
    const intruder = await joinRaw(hub.url, code)
    const own = label(make(operator, 'good', 4))
    await intruder.call('documents.put', own)
    await intruder.call('documents.put', label(make(createOperator(), 'wrong-key', 1)))
    await intruder.call('documents.put', { ...label(make(operator, 'edited', 1)), text: make(operator, 'edited', 1) })
    await intruder.call('documents.put', label(make(operator, 'relabelled', 1), { serial: 7 }))
    await intruder.call('documents.put', label(make(operator, 'south', 1, 'South')))
    const all = await until(
      () => documentsOf(van),
      (documents) => documents.filter(({ state }) => state !== 'waiting').length >= 5,
    )
    expect(all.map(({ name, state, problem = '' }) => `${name} ${state} ${problem}`.trim()).toSorted()).toEqual([
      'edited refused forged',
      'good taken',
      'relabelled refused forged',
      'south refused forged',
      'wrong-key refused other-key',
    ])
    // An old document with a new serial number, and a document for another group.
    await intruder.call('documents.put', label(make(operator, 'good', 3), { serial: 9 }))
    await intruder.call('documents.put', label(make(operator, 'group', 1, 'South'), { group: 'North' }))
    await untilDocument(van, { name: 'good', serial: 9, state: 'refused', problem: 'forged' })
    await untilDocument(van, { name: 'group', state: 'refused', problem: 'forged' })
    expect((await connectionOf(van)).settings.supportNumber).toBe('good')
    expect(await intruder.codeOf('documents.put', label(make(operator, 'good', 3)))).toBe('conflict')
  },
)

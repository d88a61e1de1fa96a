import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createHttpTransport } from '../../../../src/platform/transport/transport.ts'
import type { Installer, InstallerFailure } from '../../../../src/main/ports.ts'
import { createUpdateRecord } from '../../../../src/main/updates/update-record.ts'
import { createUpdates, updateTimes, type UpdateSurroundings } from '../../../../src/main/updates/updates.ts'
import type { UpdateList } from '../../../../src/main/updates/signed-list.ts'
import { fail, succeed } from '../../../../src/shared/result.ts'
import { createFakeClock } from '../../../fakes/clock.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { createPublisher, listTime, makeList } from '../../../fakes/publisher.ts'
import { startUpdateServer } from '../../../fakes/update-server.ts'

const publisher = createPublisher()

interface Opening {
  readonly list?: Partial<UpdateList>
  readonly failure?: InstallerFailure
  readonly canStartAgain?: boolean
  readonly folder?: string
  readonly version?: string
  readonly installer?: 'source' | 'package' | 'none'
  readonly keys?: readonly string[]
}

/** Updates with a real list over HTTP, and an installer that only notes what it is asked. */
async function open({
  list = {},
  failure,
  canStartAgain = true,
  folder = makeFolder(),
  version = '0.1.0',
  ...more
}: Opening = {}) {
  const files = new Map<string, string>([['stable.json', publisher.write(list)]])
  const server = await startUpdateServer(files)
  const clock = createFakeClock(listTime)
  const log = createFakeLog()
  const now = { rule: 'normal' as ReturnType<UpdateSurroundings['rule']>, idleMs: 0, failure, isEndless: false }
  const desk = { inTheWay: undefined as ReturnType<UpdateSurroundings['inTheWay']>, isHeld: false }
  const asked: string[] = []
  const percents: number[] = []
  const installer: Installer = {
    feed: { address: server.url, channel: 'stable', keys: more.keys ?? [publisher.publicKey] },
    systems: ['linux-x64'],
    canStartAgain,
    download: async (update, { onProgress, signal }) => {
      asked.push(`download ${update.version}`)
      if (now.isEndless) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return fail('cancelled')
      }
      for (const percent of [50, 100]) onProgress(percent)
      return now.failure === undefined ? succeed(undefined) : fail(now.failure)
    },
    restart: () => void asked.push('restart'),
    idleMs: () => now.idleMs,
  }
  const record = createUpdateRecord(folder)
  const { installer: kind } = more
  const updates = createUpdates({
    ports: {
      clock,
      log,
      version,
      random: { bytes: () => new Uint8Array(), below: () => 0 },
      transport: createHttpTransport(),
      ...(kind === 'none' ? {} : { installer: kind ?? installer }),
    },
    record,
    surroundings: {
      rule: () => now.rule,
      installation: () => 'ABCDEF',
      route: () => ({}),
      inTheWay: () => desk.inTheWay,
      hold: (isHeld) => void (desk.isHeld = isHeld),
    },
    onChange: () => {
      const { status } = updates.view()
      if (status.state === 'downloading') percents.push(status.percent)
    },
  })
  const status = () => updates.view().status
  const publish = (changed: Partial<UpdateList>) => void files.set('stable.json', publisher.write(changed))
  return { updates, record, clock, log, now, desk, asked, percents, files, server, status, publish, folder }
}

test('the update list is not read until some time after the start', async () => {
  const { updates, clock, server, asked } = await open()
  updates.start()
  await clock.pass(updateTimes.first - 1)
  expect(server.seen).toEqual([])
  await clock.pass(1)
  await updates.check()
  expect(server.seen.map(({ url }) => url)).toEqual(['/stable.json'])
  expect(asked).toEqual(['download 0.2.0'])
})

test('a newer version is downloaded, and the progress is reported', async () => {
  const { updates, percents, status } = await open()
  await updates.check()
  expect(percents).toEqual([0, 50, 100])
  expect(status()).toEqual({
    state: 'ready',
    version: '0.2.0',
    notes: 'Starts faster.',
    waitsFor: 'quiet',
    isAsked: false,
  })
  expect(updates.view().checkedAt).toBe(listTime)
})

describe('an update is refused with its own reason if there is', () => {
  test.each<[string, Partial<UpdateList>, object]>([
    ['an expired list', { expires: '2027-01-01T00:00:00Z' }, { refusal: 'expired' }],
    ['a list of another product', { product: 'other' }, { refusal: 'other-product' }],
    ['a list of another channel', { channel: 'preview' }, { refusal: 'other-channel' }],
    ['an older version', { version: '0.0.9' }, { refusal: 'older-version', version: '0.0.9' }],
    [
      'a version without a file for this system',
      { files: [{ system: 'win32-x64', name: 'a.exe', size: 1, sha512: 'A'.repeat(86) + '==' }] },
      { refusal: 'no-file', version: '0.2.0' },
    ],
  ])('%s', async (_, list, refusal) => {
    const { updates, status, asked, log } = await open({ list })
    await updates.check()
    expect(status()).toEqual({ state: 'refused', ...refusal })
    expect(asked).toEqual([])
    expect(log.lines.at(-1)).toMatchObject({ event: 'update.refused', facts: refusal })
  })

  test('a list signed with another key', async () => {
    const { updates, status, asked } = await open({ keys: [createPublisher().publicKey] })
    await updates.check()
    expect([status(), asked]).toEqual([{ state: 'refused', refusal: 'wrong-key' }, []])
  })

  test('an edited list', async () => {
    const { updates, status, asked, files } = await open()
    files.set('stable.json', publisher.write().replace('0.2.0', '0.9.9'))
    await updates.check()
    expect([status(), asked]).toEqual([{ state: 'refused', refusal: 'edited' }, []])
  })

  test('a list without a signature', async () => {
    const { updates, status, asked, files } = await open()
    files.set('stable.json', JSON.stringify({ kind: 'setdesk-updates', text: makeList() }))
    await updates.check()
    expect([status(), asked]).toEqual([{ state: 'refused', refusal: 'unsigned' }, []])
  })

  test('a changed file', async () => {
    const { updates, status } = await open({ failure: 'changed-file' })
    await updates.check()
    expect(status()).toEqual({ state: 'refused', refusal: 'changed-file', version: '0.2.0' })
    expect(updates.readyAtEnd()).toBeUndefined()
  })

  test('a list older than the last one, also after a restart', async () => {
    const { updates, folder, publish, status } = await open()
    await updates.check()
    publish({ serial: 6, version: '0.3.0' })
    const again = await open({ folder, list: { serial: 6, version: '0.3.0' } })
    await again.updates.check()
    expect(again.status()).toEqual({ state: 'refused', refusal: 'older-list' })
    // The version that was ready stays ready, because it was verified before.
    await updates.check()
    expect(status()).toMatchObject({ state: 'ready', version: '0.2.0' })
  })

  test('a version that did not start here', async () => {
    const { folder, updates, status } = await open()
    await updates.check()
    expect(status().state).toBe('ready')
    createUpdateRecord(folder).noteTakenBack('0.2.0')
    const again = await open({ folder })
    await again.updates.check()
    expect(again.status()).toEqual({ state: 'refused', refusal: 'not-started', version: '0.2.0' })
    expect(again.updates.view().takenBack).toBe('0.2.0')
  })
})

test.each([
  ['current', { version: '0.1.0' }, { state: 'current' }],
  ['not yet due', { percentage: 0, ring: 'normal' }, { state: 'later', version: '0.2.0' }],
] as const)('the status says that the listed version is %s', async (_, list, expected) => {
  const { updates, status, asked } = await open({ list })
  await updates.check()
  expect([status(), asked]).toEqual([expected, []])
})

test('the status shows the error of the server, and Setdesk tries again after a while', async () => {
  const { updates, clock, files, status, server } = await open()
  files.clear()
  await updates.check()
  expect(status()).toEqual({ state: 'not-reached', failure: 'http-404' })
  await clock.pass(updateTimes.retry)
  await updates.check()
  expect(server.seen).toHaveLength(2)
})

test.each([
  ['a full disk', 'no-room'],
  ['a broken connection', 'connection-reset'],
] as const)('the status says that %s prevented the download', async (_, failure) => {
  const { updates, status } = await open({ failure })
  await updates.check()
  expect(status()).toEqual({ state: 'not-reached', failure })
})

describe('an update policy', () => {
  test.each([
    ['none', 'forbidden'],
    ['locked', 'locked'],
  ] as const)('of "%s" keeps Setdesk from contacting a server', async (rule, state) => {
    const { updates, now, status, server } = await open()
    now.rule = rule
    await updates.check()
    expect(status()).toEqual({ state })
    expect(server.seen).toEqual([])
  })

  test('that forbids updates withdraws a version that is ready', async () => {
    const { updates, now, clock, status, asked } = await open()
    await updates.check()
    now.rule = 'none'
    expect(updates.readyAtEnd()).toBeUndefined()
    await clock.pass(updateTimes.look)
    now.idleMs = updateTimes.quiet
    await clock.pass(updateTimes.look)
    expect(status()).toEqual({ state: 'forbidden' })
    expect(asked).toEqual(['download 0.2.0'])
  })
})

describe('a version that is ready', () => {
  test('is installed when nothing is in the way and the computer is idle', async () => {
    const { updates, now, clock, asked, desk, status } = await open()
    await updates.check()
    now.idleMs = updateTimes.quiet
    desk.inTheWay = 'work'
    await clock.pass(updateTimes.look * 3)
    expect(status()).toMatchObject({ waitsFor: 'work' })
    desk.inTheWay = 'form'
    await clock.pass(updateTimes.look * 3)
    expect(status()).toMatchObject({ waitsFor: 'form' })
    desk.inTheWay = 'quiet'
    await clock.pass(updateTimes.look * 3)
    expect(status()).toMatchObject({ waitsFor: 'quiet' })
    desk.inTheWay = undefined
    now.idleMs = updateTimes.quiet - 1
    await clock.pass(updateTimes.look * 3)
    expect([status(), asked]).toMatchObject([{ waitsFor: 'quiet' }, ['download 0.2.0']])
    expect(desk.isHeld).toBe(false)
    now.idleMs = updateTimes.quiet
    await clock.pass(updateTimes.look)
    expect(asked).toEqual(['download 0.2.0', 'restart'])
    expect(desk.isHeld).toBe(true)
  })

  test('waits only for the work that is being sent if a technician asks for the update', async () => {
    const { updates, clock, asked, desk, status } = await open()
    await updates.check()
    desk.inTheWay = 'work'
    expect(updates.ask()).toBe(true)
    expect([status(), desk.isHeld]).toMatchObject([{ waitsFor: 'work', isAsked: true }, true])
    await clock.pass(updateTimes.look * 3)
    expect(asked).toEqual(['download 0.2.0'])
    desk.inTheWay = 'form'
    await clock.pass(updateTimes.lookIfAsked)
    expect(asked).toEqual(['download 0.2.0', 'restart'])
  })

  test('no longer holds work back if Setdesk does not restart in time', async () => {
    const { updates, clock, asked, desk, log } = await open()
    await updates.check()
    updates.ask()
    expect(asked.at(-1)).toBe('restart')
    await clock.pass(updateTimes.restart)
    expect(desk.isHeld).toBe(false)
    expect(log.lines.at(-1)).toMatchObject({ event: 'update.not-ended' })
  })

  test('is installed when Setdesk is closed, even if a form is open', async () => {
    const { updates, desk } = await open()
    await updates.check()
    desk.inTheWay = 'form'
    updates.stop()
    expect(updates.readyAtEnd()).toMatchObject({ version: '0.2.0' })
  })

  test('waits until Setdesk is closed if Setdesk cannot restart itself', async () => {
    const { updates, now, clock, status, asked } = await open({ canStartAgain: false })
    await updates.check()
    now.idleMs = updateTimes.quiet
    await clock.pass(updateTimes.look * 3)
    expect([status(), asked, updates.ask()]).toMatchObject([{ waitsFor: 'closing' }, ['download 0.2.0'], false])
    expect(updates.readyAtEnd()).toMatchObject({ version: '0.2.0' })
  })

  test('is not installed if its update list has expired meanwhile', async () => {
    const { updates, now, clock, asked } = await open({ list: { expires: '2027-03-01T00:00:20Z' } })
    await updates.check()
    await clock.pass(20_000)
    now.idleMs = updateTimes.quiet
    expect(updates.readyAtEnd()).toBeUndefined()
    await clock.pass(updateTimes.look)
    expect(asked).toEqual(['download 0.2.0'])
  })

  test('is dropped if the publisher withdraws it or publishes a later one', async () => {
    const { updates, publish, status, asked } = await open()
    await updates.check()
    publish({ serial: 8, version: '0.1.0' })
    await updates.check()
    expect([status(), updates.readyAtEnd(), updates.ask()]).toEqual([{ state: 'current' }, undefined, false])
    publish({ serial: 9, version: '0.2.1' })
    await updates.check()
    expect(status()).toMatchObject({ state: 'ready', version: '0.2.1' })
    expect(asked).toEqual(['download 0.2.0', 'download 0.2.1'])
  })

  test('is not downloaded again when the update list is read again', async () => {
    const { updates, asked, publish } = await open()
    await updates.check()
    publish({ serial: 8, notes: 'Better words.' })
    await updates.check()
    expect(asked).toEqual(['download 0.2.0'])
    expect(updates.view().status).toMatchObject({ notes: 'Better words.' })
  })
})

test('the trial of a version ends once the page is shown and the saved work is open', async () => {
  for (const order of [['page', 'work'] as const, ['work', 'page'] as const]) {
    const folder = makeFolder()
    const record = createUpdateRecord(folder)
    record.beginTrial({ version: '0.2.0', former: '0.1.0' })
    record.noteStart('0.2.0')
    const { updates } = await open({ folder, version: '0.2.0' })
    const note = { page: () => updates.notePage(), work: () => updates.noteWork(true) }
    note[order[0]]()
    expect(record.read().trial?.starts).toBe(1)
    note[order[1]]()
    expect(record.read().trial).toBeUndefined()
  }
})

test.each([
  ['source', undefined],
  ['package', undefined],
  ['none', '0.2.0'],
] as const)('the trial of a version that now runs otherwise (%s) is then %s', async (installer, trial) => {
  const folder = makeFolder()
  const record = createUpdateRecord(folder)
  record.beginTrial({ version: '0.2.0', former: '0.1.0' })
  const { updates } = await open({ folder, version: '0.2.0', installer })
  updates.notePage()
  updates.noteWork(true)
  expect(record.read().trial?.version).toBe(trial)
})

describe('if Setdesk cannot be updated', () => {
  test.each([
    ['none', { state: 'elsewhere', by: 'browser' }],
    ['source', { state: 'elsewhere', by: 'source' }],
    ['package', { state: 'elsewhere', by: 'package' }],
  ] as const)(
    'because of how it was installed (%s), Setdesk says so and contacts no server',
    async (installer, expected) => {
      const { updates, status, clock, server } = await open({ installer })
      updates.start()
      await updates.check()
      await clock.pass(updateTimes.every * 2)
      expect([status(), server.seen, updates.ask(), clock.waiting()]).toEqual([expected, [], false, 0])
    },
  )

  test('because it was built without a key, Setdesk says so and contacts no server', async () => {
    const { updates, status, clock, server } = await open({ keys: [] })
    updates.start()
    await updates.check()
    expect([status(), server.seen, clock.waiting()]).toEqual([{ state: 'not-set-up' }, [], 0])
  })
})

/** A version for whose installation Setdesk is ending, while the server still holds its answer to the check before. */
async function openLate() {
  const desk = await open()
  await desk.updates.check()
  const answer = Promise.withResolvers<void>()
  desk.server.holdUntil(answer.promise)
  const check = desk.updates.check()
  await expect.poll(() => desk.server.seen.length).toBe(2)
  desk.publish({ serial: 8, ring: 'early', percentage: 0 })
  expect(desk.updates.ask()).toBe(true)
  expect(desk.asked).toEqual(['download 0.2.0', 'restart'])
  answer.resolve()
  await check
  return desk
}

describe('a list that arrives after the restart for an update has begun', () => {
  test('lets no further job begin', async () => {
    const { desk, updates } = await openLate()
    expect([desk.isHeld, updates.readyAtEnd()?.version]).toEqual([true, '0.2.0'])
  })

  test('does not stop later updates if Setdesk does not end', async () => {
    const { clock, server, updates, desk } = await openLate()
    await clock.pass(updateTimes.restart)
    await updates.check()
    expect([server.seen.length, desk.isHeld]).toEqual([3, false])
  })
})

test('Setdesk looks for versions again after a restart that did not happen, although a check fell into it', async () => {
  const { updates, clock, now, asked, server } = await open()
  updates.start()
  await clock.pass(updateTimes.first)
  await updates.check()
  await clock.pass(updateTimes.every - 2 * updateTimes.look)
  now.idleMs = updateTimes.quiet
  await clock.pass(updateTimes.look)
  expect([asked, server.seen.length]).toEqual([['download 0.2.0', 'restart'], 1])
  now.idleMs = 0
  await clock.pass(updateTimes.restart + updateTimes.retry)
  await expect.poll(() => server.seen.length).toBe(2)
})

test('a download that never ends is given up, so that newer lists are read', async () => {
  const { updates, clock, status, now, asked } = await open()
  now.isEndless = true
  const check = updates.check()
  await expect.poll(() => asked.length).toBe(1)
  await clock.pass(updateTimes.download)
  await check
  expect(status()).toEqual({ state: 'not-reached', failure: 'timed-out' })
  now.isEndless = false
  await updates.check()
  expect(status()).toMatchObject({ state: 'ready' })
})

test('a list whose number cannot be saved because the disk is full is not taken for an answer that is not HTTP', async () => {
  const { updates, status, folder, asked } = await open()
  mkdirSync(join(folder, 'update.json.new'))
  await updates.check()
  expect([status(), asked]).toEqual([{ state: 'not-reached', failure: 'not-written' }, []])
})

test('a version that failed here no longer counts once a person has installed a later one', async () => {
  const folder = makeFolder()
  createUpdateRecord(folder).noteTakenBack('0.2.0')
  // No computer but one on which the version before failed is so early in the rollout.
  const { updates, status } = await open({
    folder,
    version: '0.3.0',
    list: { version: '0.4.0', ring: 'normal', percentage: 1 },
  })
  expect(updates.view().takenBack).toBeUndefined()
  await updates.check()
  expect(status()).toEqual({ state: 'later', version: '0.4.0' })
})

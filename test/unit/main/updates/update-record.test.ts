import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createUpdateRecord, keptFolder } from '../../../../src/main/updates/update-record.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const trial = { version: '0.2.0', former: '0.1.0', kept: { name: 'former-0.1.0.AppImage', sha512: 'x' }, place: '/a' }

function open() {
  const folder = makeFolder()
  // Each record reads the file again, as after a restart.
  return { folder, record: () => createUpdateRecord(folder) }
}

test('the update record keeps the highest serial number that was seen', () => {
  const { record } = open()
  expect(record().read()).toEqual({ serial: 0 })
  record().noteSerial(7)
  record().noteSerial(3)
  expect(record().read()).toEqual({ serial: 7 })
})

test('the update record writes nothing at a start without a trial', () => {
  const { folder, record } = open()
  expect(record().noteStart('0.1.0')).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

describe('a version on trial', () => {
  test('is replaced by the former version at the third start, after two failed starts', () => {
    const { record } = open()
    record().beginTrial(trial)
    expect(record().noteStart('0.2.0')).toBeUndefined()
    expect(record().noteStart('0.2.0')).toBeUndefined()
    expect(record().noteStart('0.2.0')).toEqual({ ...trial, starts: 2 })
    // Each further start asks again to put the version back, until that is done.
    expect(record().noteStart('0.2.0')).toMatchObject({ former: '0.1.0' })
  })

  test('stays once it was usable, however often it is started later', () => {
    const { record } = open()
    record().beginTrial(trial)
    record().noteStart('0.2.0')
    record().confirm('0.2.0')
    for (let start = 0; start < 5; start += 1) expect(record().noteStart('0.2.0')).toBeUndefined()
    expect(record().read()).toEqual({ serial: 0 })
  })

  test('is usable although a file of the former version cannot be deleted', () => {
    const { folder, record } = open()
    record().beginTrial(trial)
    // A file that a virus scanner holds cannot be deleted, and neither can a folder.
    mkdirSync(join(folder, keptFolder, 'installer-0.0.9.exe'), { recursive: true })
    writeFileSync(join(folder, keptFolder, 'installer-0.1.0.exe'), 'former')
    record().confirm('0.2.0')
    expect(record().read()).toEqual({ serial: 0 })
    expect(readdirSync(join(folder, keptFolder))).toEqual(['installer-0.0.9.exe'])
  })

  test('that failed to start is named as such, even if the former version came back by its installer', () => {
    const { record } = open()
    record().beginTrial(trial)
    for (let failure = 0; failure < 2; failure += 1) record().noteStart('0.2.0')
    record().noteStart('0.1.0')
    expect(record().read()).toEqual({ serial: 0, failed: { version: '0.2.0', refusal: 'not-started' } })
  })

  test('counts as failed once the former version was put back, until a later version is usable', () => {
    const { record } = open()
    record().noteSerial(7)
    record().beginTrial(trial)
    record().noteTakenBack('0.2.0')
    expect(record().read()).toEqual({ serial: 7, failed: { version: '0.2.0', refusal: 'not-started' } })
    expect(record().noteStart('0.1.0')).toBeUndefined()
    record().beginTrial({ version: '0.2.1', former: '0.1.0' })
    record().noteStart('0.2.1')
    expect(record().read().failed?.version).toBe('0.2.0')
    record().confirm('0.2.1')
    expect(record().read()).toEqual({ serial: 7 })
  })

  test('is tried again if the former version starts next, but only once', () => {
    const { record } = open()
    record().beginTrial(trial)
    expect(record().noteStart('0.1.0')).toBeUndefined()
    expect(record().read()).toEqual({ serial: 0, missed: { version: '0.2.0', times: 1 } })
    record().beginTrial(trial)
    expect(record().noteStart('0.1.0')).toBeUndefined()
    expect(record().read()).toEqual({ serial: 0, failed: { version: '0.2.0', refusal: 'not-installed' } })
  })

  test('is tried twice even if the installation of an earlier version failed once', () => {
    const { record } = open()
    record().noteNotInstalled('0.1.9')
    record().noteNotInstalled('0.2.0')
    expect(record().read()).toEqual({ serial: 0, missed: { version: '0.2.0', times: 1 } })
  })

  test('leaves no trace of its first, failed installation once it is usable', () => {
    const { record } = open()
    record().noteNotInstalled('0.2.0')
    record().beginTrial(trial)
    record().noteStart('0.2.0')
    record().confirm('0.2.0')
    expect(record().read()).toEqual({ serial: 0 })
  })

  test('is not usable if it cannot open the saved work, unless the version before could not open it either', () => {
    const { record } = open()
    expect(record().noteWork('0.1.0', true)).toBe(true)
    record().beginTrial(trial)
    expect([record().noteWork('0.2.0', false), record().noteWork('0.2.0', true)]).toEqual([false, true])
    record().noteTakenBack('0.2.0')
    expect(record().noteWork('0.1.0', false)).toBe(true)
    record().beginTrial({ version: '0.2.1', former: '0.1.0' })
    expect(record().noteWork('0.2.1', false)).toBe(true)
    record().confirm('0.2.1')
    expect(record().noteWork('0.2.1', true)).toBe(true)
    expect(record().read()).toEqual({ serial: 0 })
  })

  test('is forgotten if another version was installed by hand', () => {
    const { record } = open()
    record().beginTrial(trial)
    expect(record().noteStart('0.3.0')).toBeUndefined()
    expect(record().read()).toEqual({ serial: 0 })
  })
})

test('only the installer of the confirmed version is kept', () => {
  const { folder, record } = open()
  mkdirSync(join(folder, keptFolder))
  for (const name of ['former-0.1.0.AppImage', 'installer-0.1.0.exe', 'installer-0.2.0.exe'])
    writeFileSync(join(folder, keptFolder, name), 'x')
  record().beginTrial(trial)
  record().confirm('0.1.0')
  expect(readdirSync(join(folder, keptFolder))).toHaveLength(3)
  record().confirm('0.2.0')
  expect(readdirSync(join(folder, keptFolder))).toEqual(['installer-0.2.0.exe'])
})

test.each(['', 'not JSON', '[]', '{"serial":"x","trial":{"version":1}}', '{"serial":-1}'])(
  'a damaged update record (%j) counts as no record',
  (text) => {
    const { folder, record } = open()
    writeFileSync(join(folder, 'update.json'), text)
    expect(record().read()).toEqual({ serial: 0 })
    expect(record().noteStart('0.1.0')).toBeUndefined()
    record().noteSerial(2)
    expect(record().read()).toEqual({ serial: 2 })
  },
)

function openFull() {
  const { folder, record } = open()
  record().noteSerial(7)
  record().beginTrial(trial)
  // Nothing can be written beside the file.
  mkdirSync(join(folder, 'update.json.new'))
  return record
}

describe('if nothing new can be written into the folder, because the disk is full', () => {
  test('Setdesk starts although its saved work does not open', () => {
    const record = openFull()
    expect(record().noteWork('0.1.0', false)).toBe(true)
  })

  test('the starts of a version on trial still count', () => {
    const record = openFull()
    expect([record().noteStart('0.2.0'), record().noteStart('0.2.0')]).toEqual([undefined, undefined])
    expect(record().noteStart('0.2.0')).toEqual({ ...trial, starts: 2 })
  })

  test('a version that was taken back is not tried again', () => {
    const record = openFull()
    record().noteTakenBack('0.2.0')
    expect(record().read()).toEqual({ serial: 7, failed: { version: '0.2.0', refusal: 'not-started' } })
  })

  test('no trial begins if its record does not fit on the disk', () => {
    const record = openFull()
    record().confirm('0.2.0')
    expect(() => record().beginTrial({ ...trial, place: `/${'a'.repeat(500)}` })).toThrow('EISDIR')
    expect(record().read()).toEqual({ serial: 7 })
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, {
  chmodSync,
  chownSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ownFolder } from '../../../../src/main/host/folder-owner.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const source = pathToFileURL(join(import.meta.dirname, '../../../../src/main/host/folder-owner.ts')).href

const modeOf = (path: string): number => statSync(path).mode & 0o777

/** Another process that owns the folder until it is killed. */
async function startOwner(folder: string) {
  const script = `
    const { ownFolder } = await import(${JSON.stringify(source)})
    const owned = ownFolder(${JSON.stringify(folder)}, 1000)
    if (owned.ok) owned.value.note('http://127.0.0.1:1')
    process.stdout.write(owned.ok ? 'owned' : 'refused')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString(), ended: once(child, 'exit') }
}

describe('a data folder', () => {
  test('has one owner process, and tells a second process who owns it and at which address', async () => {
    const folder = makeFolder()
    const { child, said } = await startOwner(folder)
    expect(said).toBe('owned')
    expect(ownFolder(folder, 2000)).toEqual({
      ok: false,
      error: { reason: 'in-use', ownerPid: child.pid, since: 1000, address: 'http://127.0.0.1:1' },
    })
  })

  test.skipIf(process.platform === 'win32')('is refused if another user owns it, who could replace its files', () => {
    const folder = makeFolder()
    // If root runs the tests, root owns the new folder. Such a folder is accepted.
    if (statSync(folder).uid === 0) chownSync(folder, 12_345, 12_345)
    expect(ownFolder(folder, 0, 54_321)).toEqual({ ok: false, error: { reason: 'unusable', code: 'other-owner' } })
  })

  test.skipIf(process.platform === 'win32')(
    'stays with a frozen owner, and becomes free when the owner is killed',
    async () => {
      const folder = makeFolder()
      const { child, ended } = await startOwner(folder)
      child.kill('SIGSTOP')
      expect(ownFolder(folder, 0).ok).toBe(false)
      child.kill('SIGKILL')
      await ended
      const owned = ownFolder(folder, 0)
      expect(owned.ok).toBe(true)
      if (owned.ok) owned.value.release()
    },
  )

  test('can be owned again after it was released', () => {
    const folder = makeFolder()
    const first = ownFolder(folder, 0)
    if (first.ok) first.value.release()
    const second = ownFolder(folder, 0)
    expect([first.ok, second.ok]).toEqual([true, true])
    if (second.ok) second.value.release()
  })

  test('is created if it does not exist', () => {
    const owned = ownFolder(join(makeFolder(), 'a', 'b'), 0)
    expect(owned.ok).toBe(true)
    if (owned.ok) owned.value.release()
  })

  test.skipIf(process.platform === 'win32')(
    'is closed to other users together with its files, except for linked files',
    () => {
      const folder = makeFolder()
      const elsewhere = join(makeFolder(), 'shared.txt')
      writeFileSync(elsewhere, '')
      chmodSync(elsewhere, 0o644)
      mkdirSync(join(folder, 'backups'))
      writeFileSync(join(folder, 'ledger.db'), '')
      for (const path of [folder, join(folder, 'backups')]) chmodSync(path, 0o755)
      chmodSync(join(folder, 'ledger.db'), 0o644)
      symlinkSync(elsewhere, join(folder, 'link'))
      const owned = ownFolder(folder, 0)
      const inside = ['backups', 'ledger.db', 'owner.json']
      expect([modeOf(folder), ...inside.map((name) => modeOf(join(folder, name)))]).toEqual([
        0o700, 0o700, 0o600, 0o600,
      ])
      expect(modeOf(elsewhere)).toBe(0o644)
      if (owned.ok) owned.value.release()
    },
  )

  test("is still refused to a second process if the owner's note cannot be read", async () => {
    const folder = makeFolder()
    await startOwner(folder)
    writeFileSync(join(folder, 'owner.json'), '{"ownerPid":"x"')
    expect(ownFolder(folder, 0)).toEqual({ ok: false, error: { reason: 'in-use' } })
  })

  test("is reported as unusable with the system's error code if it is a file", () => {
    const file = join(makeFolder(), 'file')
    writeFileSync(file, '')
    expect(ownFolder(file, 0)).toMatchObject({ ok: false, error: { reason: 'unusable', code: 'EEXIST' } })
  })

  test("stays free for the next process if the owner's note cannot be written", () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'owner.json.new'))
    expect(ownFolder(folder, 0)).toMatchObject({ ok: false, error: { reason: 'unusable' } })
    rmdirSync(join(folder, 'owner.json.new'))
    const owned = ownFolder(folder, 0)
    expect(owned.ok).toBe(true)
    if (owned.ok) owned.value.release()
  })

  test.each([
    'settings.json',
    'setdesk.db',
    'setdesk.db-journal',
    'key.json',
    'erasing.json',
    'update.json',
    'owner.json',
    'owner.lock',
  ])('is refused if a folder is in the place of %s, and can be owned once that is gone', (name) => {
    const folder = makeFolder()
    mkdirSync(join(folder, name))
    expect(ownFolder(folder, 0)).toEqual({ ok: false, error: { reason: 'in-the-way', name, is: 'folder' } })
    rmdirSync(join(folder, name))
    const owned = ownFolder(folder, 0)
    expect(owned.ok).toBe(true)
    if (owned.ok) owned.value.release()
  })

  test.each([
    ['key.json', 'openSync', 'EACCES'],
    ['key.json', 'readSync', 'EIO'],
    ['settings.json', 'openSync', 'EACCES'],
    ['setdesk.db', 'openSync', 'EACCES'],
    ['owner.lock', 'accessSync', 'EACCES'],
  ] as const)('is refused if %s cannot be read, and can be owned once it can: %s gives %s', (name, call, code) => {
    const folder = makeFolder()
    writeFileSync(join(folder, name), '')
    vi.spyOn(fs, call).mockImplementationOnce(() => {
      throw Object.assign(new Error(code), { code })
    })
    syncBuiltinESMExports()
    const refused = ownFolder(folder, 0)
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    expect(refused).toEqual({ ok: false, error: { reason: 'unreadable', name, code } })
    const owned = ownFolder(folder, 0)
    expect(owned.ok).toBe(true)
    if (owned.ok) owned.value.release()
  })

  test('is refused if a file is in the place of the folder of the transfer files', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'hand-over'), '')
    expect(ownFolder(folder, 0)).toEqual({ ok: false, error: { reason: 'in-the-way', name: 'hand-over', is: 'file' } })
  })

  test('keeps the note of its owner even if a former owner writes one', () => {
    const folder = makeFolder()
    const first = ownFolder(folder, 0)
    if (first.ok) first.value.release()
    const second = ownFolder(folder, 1000)
    if (first.ok) first.value.note('http://127.0.0.1:1')
    expect(JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))).toMatchObject({ since: 1000 })
    if (second.ok) second.value.release()
  })

  test('is unusable if its lock file is not a database', () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'owner.lock'), 'x'.repeat(4096))
    expect(ownFolder(folder, 0)).toMatchObject({ ok: false, error: { reason: 'unusable' } })
  })
})

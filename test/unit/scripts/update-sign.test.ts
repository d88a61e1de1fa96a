import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemOfPackage } from '../../../scripts/lib/sign-updates.ts'
import { decideOffer, readSignedList } from '../../../src/main/updates/signed-list.ts'
import { updateRings } from '../../../src/shared/domain/update.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { describeFile } from '../../fakes/publisher.ts'
import { root } from '../structure/project-files.ts'

function openOffice(packages: readonly string[] = ['Setdesk-0.2.0.AppImage']) {
  const folder = makeFolder()
  for (const name of packages) writeFileSync(join(folder, name), `the package ${name}`)
  const script = join(root, 'scripts/update-sign.mjs')
  const sign = (...args: readonly string[]) =>
    spawnSync(process.execPath, [script, ...packages, '--version', '0.2.0', ...args], { encoding: 'utf8', cwd: folder })
  return {
    folder,
    sign,
    /** Signs, and gives the keys that it says to have signed with. */
    keysOf: (...args: readonly string[]): readonly string[] =>
      [...sign(...args).stdout.matchAll(/Signed with the key (\S+)/g)].map(([, key = '']) => key),
    read: (keys: readonly string[], changed: object = {}, name = 'stable.json') =>
      readSignedList(readFileSync(join(folder, name), 'utf8'), {
        keys,
        channel: 'stable',
        serial: 0,
        now: Date.now(),
        ...changed,
      }),
  }
}

test('the script that signs updates makes a key once, and signs a list with the size and hash of each package', () => {
  const { folder, keysOf, read, sign } = openOffice(['Setdesk-0.2.0.AppImage', 'Setdesk-Setup-0.2.0.exe'])
  const keys = keysOf('--key', 'own.pem')
  const pem = readFileSync(join(folder, 'own.pem'), 'utf8')
  expect(statSync(join(folder, 'own.pem')).mode & 0o077).toBe(0)
  expect(read(keys)).toMatchObject({
    ok: true,
    value: {
      version: '0.2.0',
      ring: 'late',
      percentage: 100,
      files: [
        describeFile('Setdesk-0.2.0.AppImage', 'linux-x64', Buffer.from('the package Setdesk-0.2.0.AppImage')),
        describeFile('Setdesk-Setup-0.2.0.exe', 'win32-x64', Buffer.from('the package Setdesk-Setup-0.2.0.exe')),
      ],
    },
  })
  const again = sign('--key', 'own.pem')
  expect([again.stderr, again.stdout.includes('new key')]).toEqual(['', false])
  expect(readFileSync(join(folder, 'own.pem'), 'utf8')).toBe(pem)
})

test('the update list says who gets the version, for how long, and what is new', () => {
  const { folder, keysOf, read } = openOffice()
  writeFileSync(join(folder, 'notes.txt'), 'Starts faster.\n')
  const keys = keysOf(...'--key own.pem --ring normal --percentage 20 --days 3 --notes notes.txt'.split(' '))
  expect(read(keys)).toMatchObject({ value: { ring: 'normal', percentage: 20, notes: 'Starts faster.' } })
  const day = 86_400_000
  expect(read(keys, { now: Date.now() + 2 * day }).ok).toBe(true)
  expect(read(keys, { now: Date.now() + 3 * day })).toEqual({ ok: false, error: 'expired' })
})

test('a percentage of 0 gives the version to nobody', () => {
  const { keysOf, read } = openOffice()
  const reading = read(keysOf('--key', 'own.pem', '--percentage', '0'))
  if (!reading.ok) throw new Error(reading.error)
  for (const ring of updateRings) {
    const computer = { version: '0.1.0', systems: ['linux-x64'], ring, installation: 'A' }
    expect(decideOffer(reading.value, computer)).toEqual({ is: 'later', version: '0.2.0' })
  }
})

test('each update list gets a higher serial number than the one before', () => {
  const { sign, keysOf, read } = openOffice()
  const keys = keysOf('--key', 'own.pem', '--serial', '4000000000')
  keysOf('--key', 'own.pem')
  expect(read(keys)).toMatchObject({ value: { serial: 4_000_000_001 } })
  const { status, stderr } = sign('--key', 'own.pem', '--serial', '7')
  expect([status, stderr]).toEqual([1, 'The serial number must be higher than 4000000001, that of the list before\n'])
})

test('the script that signs updates can sign with two keys, so that every Setdesk accepts the list', () => {
  const { keysOf, read } = openOffice()
  const [former = '', next = ''] = keysOf('--key', 'former.pem', '--key', 'next.pem')
  expect(former).not.toBe(next)
  for (const keys of [[former], [next], [former, next]]) expect(read(keys).ok).toBe(true)
})

describe('the script that signs updates refuses', () => {
  test.each([
    ['a package of another kind', ['Setdesk_0.2.0_amd64.deb'], [], 'AppImage'],
    ['a ZIP for Windows', ['setdesk-0.2.0-win-x64.zip'], [], 'mac'],
    [
      'more signatures than a Setdesk reads',
      ['a.AppImage'],
      ['1', '2', '3', '4', '5'].flatMap((key) => ['--key', `${key}.pem`]),
      'No Setdesk would accept this list: unreadable',
    ],
    ['a file name with spaces', ['Setdesk Setup 0.2.0.exe'], [], 'letters, digits'],
    ['two packages for one system', ['a-1.AppImage', 'b-1.AppImage'], [], 'two files for linux-x64'],
    ['a version that is not three numbers', ['a.AppImage'], ['--version', '0.2'], 'version'],
    ['an unknown ring', ['a.AppImage'], ['--ring', 'first'], 'ring'],
    ['a percentage above 100', ['a.AppImage'], ['--percentage', '101'], 'percentage'],
    ['a package that is named after another version', ['Setdesk-0.1.9-setup-x64.exe'], [], 'not of version 0.2.0'],
    ['a percentage of no ring', ['a.AppImage'], ['--percentage', '10'], '--ring'],
    ['an empty percentage', ['a.AppImage'], ['--ring', 'early', '--percentage', ''], 'whole number'],
    ['a version with a leading zero', ['a.AppImage'], ['--version', '0.02.0'], 'version'],
    ['a list that has expired already', ['a.AppImage'], ['--days', '0'], 'days'],
    ['a time without an end', ['a.AppImage'], ['--days', '999999999'], 'days'],
    ['a channel that no Setdesk reads', ['a.AppImage'], ['--channel', 'Stable-2'], 'channel'],
    ['words in place of a number', ['a.AppImage'], ['--days', 'many'], 'many is not a whole number'],
  ])('%s, and makes no key', (_, packages, args, words) => {
    const { folder, sign } = openOffice(packages)
    const { status, stderr } = sign('--key', 'own.pem', ...args)
    expect(status).toBe(1)
    expect(stderr).toContain(words)
    expect(() => statSync(join(folder, 'own.pem'))).toThrow('ENOENT')
  })
})

test('the script that signs updates explains its use if there is no package or key', () => {
  const { status, stderr } = openOffice([]).sign('--key', 'own.pem')
  expect([status, stderr.includes('npm run update:sign')]).toEqual([1, true])
})

test.each([
  ['Setdesk-0.2.0.AppImage', 'linux-x64'],
  ['Setdesk-0.2.0-arm64.AppImage', 'linux-arm64'],
  ['Setdesk-0.2.0-x86_64.AppImage', 'linux-x64'],
  ['Setdesk-Setup-0.2.0.exe', 'win32-x64'],
  ['Setdesk-0.2.0-universal-mac.zip', 'darwin-universal'],
  ['Setdesk-0.2.0-arm64-mac.zip', 'darwin-arm64'],
  ['setdesk-0.2.0-mac-universal.zip', 'darwin-universal'],
  ['setdesk-0.2.0-darwin-arm64.zip', 'darwin-arm64'],
  ['setdesk-0.2.0-win-x64.zip', undefined],
  ['setdesk-0.2.0-linux-x64.zip', undefined],
  ['Setdesk-0.2.0.zip', undefined],
  ['setdesk_0.2.0_amd64.deb', undefined],
  ['latest.yml', undefined],
])('the package %s is for the system %s', (name, system) => {
  expect(systemOfPackage(name)).toBe(system)
})

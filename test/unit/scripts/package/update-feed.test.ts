import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layOutApp, type ProjectManifest } from '../../../../scripts/lib/package/app-folder.ts'
import { makeSigningKey } from '../../../../scripts/lib/sign-text.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { createPublisher } from '../../../fakes/publisher.ts'

const good = { address: 'https://updates.example/setdesk', channel: 'stable', keys: [createPublisher().publicKey] }
const secret = makeSigningKey()
  .replace(/-----.*?-----/g, '')
  .replaceAll('\n', '')

/** Lays out an app whose updates come from this feed. */
function layOut(feed: object): string {
  const [out, folder] = [makeFolder(), makeFolder()]
  mkdirSync(join(out, 'main'))
  writeFileSync(join(out, 'main', 'updates.json'), JSON.stringify(feed))
  layOutApp(out, {} as ProjectManifest, folder)
  return join(folder, 'out', 'main', 'updates.json')
}

test.each([
  ['from nowhere', { address: '', channel: 'stable', keys: [] }],
  ['from an address, with a key', good],
  ['with two keys', { ...good, keys: [...good.keys, createPublisher().publicKey] }],
])('an app that is updated %s is packaged', (_, feed) => {
  expect(existsSync(layOut(feed))).toBe(true)
})

test.each([
  ['would not start, because its address is not safe', { ...good, address: 'http://updates.example' }, 'address'],
  ['would not start, because no channel has such a name', { ...good, channel: 'Stable 2' }, 'channel'],
  ['has an address and no key', { ...good, keys: [] }, 'keys'],
  ['has a key and no address', { ...good, address: '' }, 'address'],
  ['has another text for a key', { ...good, keys: ['c2V0ZGVzaw=='] }, 'keys'],
  ['has the secret key, which must not ship', { ...good, keys: [secret] }, 'keys'],
])('an app that %s is not packaged', (_, feed, field) => {
  expect(() => layOut(feed)).toThrow(new RegExp(`resources/updates.json.*${field}`, 's'))
})

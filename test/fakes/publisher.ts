import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import { makeSigningKey, signText } from '../../scripts/lib/sign-text.ts'
import type { UpdateList } from '../../src/main/updates/signed-list.ts'
import type { UpdateFile } from '../../src/shared/domain/update.ts'

/** The time at which the lists of tests are read: 1 March 2027. */
export const listTime = Date.UTC(2027, 2, 1)

/** The entry of a file with this content. */
export const describeFile = (name: string, system: string, bytes: Uint8Array): UpdateFile => ({
  system,
  name,
  size: bytes.length,
  sha512: createHash('sha512').update(bytes).digest('base64'),
})

const anyFile = describeFile('Setdesk-0.2.0.AppImage', 'linux-x64', Buffer.from('new'))

/** The text of a list that brings 0.2.0 to everyone. */
export const makeList = (changed: Partial<UpdateList> = {}): string =>
  JSON.stringify({
    product: 'setdesk',
    channel: 'stable',
    serial: 7,
    version: '0.2.0',
    expires: '2027-03-15T00:00:00Z',
    ring: 'late',
    percentage: 100,
    notes: 'Starts faster.',
    files: [anyFile],
    ...changed,
  } satisfies UpdateList)

/** A publisher with a key, who signs lists. */
export function createPublisher() {
  const key = createPrivateKey(makeSigningKey())
  return {
    key,
    publicKey: signText('updates', '', key).key,
    /** The list as it lies on the server. */
    write: (changed: Partial<UpdateList> = {}): string => wrapList(makeList(changed), key),
  }
}

/** A signed list around any text, signed by each of these keys. */
export const wrapList = (text: string, ...keys: readonly KeyObject[]): string =>
  JSON.stringify({
    kind: 'setdesk-updates',
    text,
    signatures: keys.map((one) => {
      const { key, signature } = signText('updates', text, one)
      return { key, signature }
    }),
  })

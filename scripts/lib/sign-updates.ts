import { createHash, type KeyObject } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { channelPattern, productName, updateListSchema, type UpdateList } from '../../src/main/updates/signed-list.ts'
import { updateFileSchema, type UpdateFile } from '../../src/shared/domain/update.ts'
import { signText } from './sign-text.ts'

const systems: readonly (readonly [RegExp, string])[] = [
  [/\.AppImage$/, 'linux'],
  [/\.exe$/, 'win32'],
  // Setdesk for Windows comes as a ZIP, too, but does not update itself with it.
  [/(?:^|[._-])(?:mac|macos|darwin)(?:[._-].*)?\.zip$/i, 'darwin'],
]
const processors: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[._-])(?:arm64|aarch64)(?:[._-]|$)/, 'arm64'],
  [/(?:^|[._-])universal(?:[._-]|$)/, 'universal'],
]

/** The system of a package file, such as `linux-x64`, by its name. Undefined if Setdesk does not update itself with such a file. */
export function systemOfPackage(name: string): string | undefined {
  const system = systems.find(([ending]) => ending.test(name))?.[1]
  const processor = processors.find(([part]) => part.test(name))?.[1] ?? 'x64'
  return system && `${system}-${processor}`
}

/** The entry of a package in the list of updates. Throws if no installed Setdesk could use the package. */
export async function describePackage(path: string, version: string): Promise<UpdateFile> {
  const name = basename(path)
  const named = /\d+\.\d+\.\d+/.exec(name)?.[0]
  // Each computer would install it, find its own version in place of the new one, and refuse the new one for ever.
  if (named !== undefined && named !== version) throw new Error(`${name} is not of version ${version}`)
  const system = systemOfPackage(name)
  if (system === undefined)
    throw new Error(`${name}: Setdesk updates itself with an .AppImage, an .exe, or a .zip with "-mac" in its name`)
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  const entry = { system, name, size: statSync(path).size, sha512: hash.digest('base64') }
  const checked = updateFileSchema.safeParse(entry)
  if (!checked.success) throw new Error(`${name}: give it a name of letters, digits, dots and dashes, and a content`)
  return checked.data
}

/** Returns the file for the update server, signed with each key. Throws `field: reason` if no Setdesk would accept the list. */
export function signUpdates(list: Omit<UpdateList, 'product'>, keys: readonly KeyObject[]) {
  if (!channelPattern.test(list.channel)) throw new Error('channel: 1 to 20 small letters')
  const checked = updateListSchema.safeParse({ product: productName, ...list })
  if (!checked.success)
    throw new Error(checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const twice = list.files.find((one) => list.files.some((other) => other !== one && other.system === one.system))
  if (twice !== undefined) throw new Error(`There are two files for ${twice.system}`)
  const text = JSON.stringify(checked.data)
  const signatures = keys.map((key) => signText('updates', text, key))
  return {
    text: `${JSON.stringify({ kind: 'setdesk-updates', text, signatures: signatures.map(({ key, signature }) => ({ key, signature })) }, undefined, 2)}\n`,
    signers: signatures.map(({ key, fingerprint }) => ({ key, fingerprint })),
  }
}

/** The serial number of an earlier list of updates; 0 if the text is not such a list. The signature is not checked. */
export function serialOf(body: string): number {
  try {
    const { text } = JSON.parse(body) as { text: string }
    return updateListSchema.parse(JSON.parse(text)).serial
  } catch {
    return 0
  }
}

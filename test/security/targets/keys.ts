import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import errors from '../../../resources/locales/en/first-screen/errors.json' with { type: 'json' }
import type { KeyStore } from '../../../src/main/ports.ts'
import { keyFileName } from '../../../src/main/vault/vault.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import type { BridgeError } from '../../../src/shared/bridge/errors.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { createDirectPlatform } from '../../faults/inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../../faults/inside/make-actions.ts'
import { connectBox, copyFolder, drawnRandom, keepSettings, openBox, type Box } from '../../faults/inside/open-box.ts'
import { createVirtualTime } from '../../faults/inside/virtual-time.ts'
import { noNetwork } from '../../faults/inside/world.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { readLedgerRows } from '../ledger-rows.ts'

type SystemStore = Extract<KeyStore, { kind: 'system' }>

/** What is wrong with the key at a start: the key store, or the file with the wrapped key. */
interface Trouble {
  readonly keyStore?: (sound: SystemStore) => SystemStore
  readonly keyFile?: (path: string) => void
  /** The app cannot tell this key from its own. The stored work is neither changed nor sent, but the app is not shut. */
  readonly goesUnnoticed?: true
}

const failing = (change: Partial<SystemStore>) => (sound: SystemStore) => ({ ...sound, ...change })
const rejected = (message: string) => () => Promise.reject(new Error(message))

const troubles: Readonly<Record<string, Trouble>> = {
  'the key store is locked': { keyStore: failing({ unwrap: rejected('locked'), wrap: rejected('locked') }) },
  'the key cannot be unwrapped': { keyStore: failing({ unwrap: rejected('Error while decrypting the ciphertext') }) },
  'the key store is temporarily unavailable': { keyStore: failing({ unwrap: rejected('temporarily unavailable') }) },
  'the key store gives a key that is too short': {
    keyStore: failing({ unwrap: () => Promise.resolve({ key: new Uint8Array(5), isStale: false }) }),
  },
  'the key store gives nothing': {
    keyStore: failing({ unwrap: () => Promise.resolve({ key: new Uint8Array(), isStale: false }) }),
  },
  'the key store gives the key of another folder': {
    keyStore: failing({ unwrap: () => Promise.resolve({ key: new Uint8Array(32).fill(7), isStale: false }) }),
    goesUnnoticed: true,
  },
  'the key store throws something that is not an error': {
    keyStore: failing({ unwrap: () => Promise.reject('no') }),
  },
  'the key store wraps with a known key': { keyStore: failing({ unwrap: rejected('locked'), isWeak: () => true }) },
  'the key file is cut off': { keyFile: (path) => writeFileSync(path, readFileSync(path).subarray(0, 20)) },
  'the key file is missing': { keyFile: (path) => rmSync(path) },
  'the key file is empty': { keyFile: (path) => writeFileSync(path, '') },
  'the key file is not JSON': { keyFile: (path) => writeFileSync(path, 'no key') },
  'the key file names an unknown protection': {
    keyFile: (path) => writeFileSync(path, '{"protection":"quantum","wrapped":"AAAA"}'),
  },
}

const readIfThere = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

/** Starts on a saved queue while its key does not open, several times over, then with the key. `size`: starts of each kind. */
export const keys: Target = async (options) => {
  const { seed, folder, size = 5 } = options
  const platform = createDirectPlatform(Date.now)
  const settings = keepSettings()
  const random = drawnRandom(createDraw(seed))
  const wrong: string[] = []
  let sent = 0
  let isOnline = false
  const transport = {
    exchange: (request: Parameters<typeof platform.carryOut>[0]) => {
      sent += 1
      return Promise.resolve(isOnline ? platform.carryOut(request) : noNetwork)
    },
  }
  const begin = async (own: string, keyStore: SystemStore) => {
    const time = createVirtualTime()
    const clock = time.begin()
    const box = await openBox({ folder: own, clock, random, settings, transport, keyStore })
    return { box, time, end: async () => (clock.end(), await box.stop()) }
  }

  const saved = join(folder, 'saved')
  const first = await begin(saved, fakeKeyStore())
  await connectBox(first.box, platform)
  for (let number = 0; number < 3; number += 1) await saveJob(first.box, number)
  await first.end()
  const queue = jobsIn(saved)

  for (const [name, { keyStore, keyFile, goesUnnoticed = false }] of Object.entries(troubles)) {
    const own = join(folder, name.replaceAll(' ', '-'))
    copyFolder(saved, own)
    const path = join(own, keyFileName)
    const sound = readFileSync(path)
    keyFile?.(path)
    const left = readIfThere(path)
    sent = 0
    isOnline = true
    const weigh = (what: string, isWrong: boolean): void => void (isWrong && wrong.push(`${name}: ${what}`))
    const store = keyStore?.(fakeKeyStore()) ?? fakeKeyStore()
    for (let start = 0; start < size; start += 1) {
      const { box, time, end } = await begin(own, store)
      await time.pass(120_000)
      const { vault, counts } = await box.call('app.snapshot', {})
      weigh('the screen counts no work', counts.saved + counts.waiting !== 3)
      if (goesUnnoticed) {
        await end()
        continue
      }
      const [state, code] =
        keyFile === undefined ? (['unavailable', 'key-store-unavailable'] as const) : (['lost', 'key-missing'] as const)
      weigh(`the vault is ${vault.state}`, vault.state !== state)
      for (const refuse of [
        saveJob(box, 50),
        box.call('job.list', { limit: 10 }),
        box.call('vault.protect', { passphrase: 'a new passphrase' }),
      ]) {
        const message = await refuse.then(
          () => 'it was answered',
          (error: unknown) => String(error),
        )
        weigh(message, !message.includes(code) && !message.includes('already-set-up'))
      }
      weigh('nothing tells the user how to go on', !tellsHow(code))
      await end()
    }
    weigh(`${sent} calls were sent`, sent > 0)
    weigh('the queue was changed', jobsIn(own) !== queue)
    weigh('the key file was changed or deleted', readIfThere(path) !== left)
    // The key opens again: at the next start, and, where the store alone was in the way, without one.
    writeFileSync(path, sound)
    let answers = keyFile !== undefined || goesUnnoticed
    const later = fakeKeyStore()
    const slow: SystemStore = { ...later, unwrap: (wrapped) => (answers ? later : store).unwrap(wrapped) }
    const { box, time, end } = await begin(own, slow)
    answers = true
    const { jobs } = await box.call('job.list', { limit: 10 })
    weigh(`${jobs.length} of 3 jobs are left`, jobs.length !== 3)
    await time.pass(600_000)
    const { counts } = await box.call('app.snapshot', {})
    weigh(`not all were sent afterwards: ${JSON.stringify(counts)}`, counts.done !== 3)
    await end()
    rmSync(own, { recursive: true, force: true })
  }
  platform.close()
  return judge('keys', options, {
    figure: `${Object.keys(troubles).length} troubles with the key, ${size} starts each: ${wrong.length} things lost, sent or not told`,
    bound: 'the queue whole and shut, nothing sent, and all of it sent once the key opens',
    wrong,
  })
}

/** The stored work, without the time until which a job waits: that means nothing to a new process. */
const jobsIn = (folder: string): string => {
  const { job = [], step, entry } = readLedgerRows(folder)
  const rows = job.map((row) => ({ ...(JSON.parse(row) as object), waits_until: null }))
  return JSON.stringify([rows, step, entry])
}

const saveJob = (box: Box, number: number) =>
  box.call('job.save', {
    draftId: `keys-job-${number}`,
    intent: {
      kind: 'new-customer',
      box: boxNumbered(number),
      customer: personNumbered(number),
      plan: aYear,
      logIn: {},
    },
    evenIfKnown: false,
  })

/** Whether the screen has words for the error, and a next step. */
function tellsHow(code: BridgeError['code']): boolean {
  const words: unknown = (errors as unknown as Readonly<Record<string, unknown>>)[code]
  return JSON.stringify(words ?? '').length > 40
}

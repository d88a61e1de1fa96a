import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyRecordSchema } from '../../../src/main/vault/key-file.ts'
import { keyFileName } from '../../../src/main/vault/vault.ts'
import { listPaths } from '../../../src/main/storage/data-files.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { aYear, boxNumbered, personNumbered } from '../../faults/inside/make-actions.ts'
import { createWorld, type World } from '../../faults/inside/world.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { readLedgerRows } from '../ledger-rows.ts'
import { findSecrets, spellOut } from '../needles.ts'

/** Every subscriber's value begins with one of these, so that one search finds them all. */
const marks = { name: 'Quillfeather', mobile: '+336554', userid: 'quill-', password: 'Pw7mkxq2' } as const
/** Of 100 replies, as many are lost after the platform has done the work. */
const lostReplies = 3

/**
 * Puts known subscribers into service on a bad network and under kills, then searches every file: for their names, numbers, user IDs
 * and passwords, the token and the key. Then erases everything and searches again. `size`: subscribers.
 */
export const subscribers: Target = async (options) => {
  const { seed, folder, size = 1000 } = options
  const world = await createWorld({ seed, folder })
  const wrong: string[] = []
  world.setNetwork((request) => {
    const exchange = world.platform.carryOut(request)
    return Promise.resolve(
      world.draw() * 100 < lostReplies ? { reach: 'maybe-sent', failure: 'connection-reset' } : exchange,
    )
  })
  const kills = await serveAll(world, size)
  const { call } = world.box()
  world.setNetwork((request) => Promise.resolve(world.platform.carryOut(request)))
  await call('customers.find', { slot: 'list', filter: {} })
  await call('customers.read', { slot: 'page', userid: `${marks.userid}0`, customermappingid: '' })
  await call('scan-batch.save', { place: 'hostnames', text: boxNumbered(1).raw })
  await call('maintenance.back-up', {})
  const { counts } = await call('app.snapshot', {})
  if (counts.done + counts.needsYou < size) wrong.push(`only ${counts.done} jobs are done`)

  const used = world.folder()
  const key = await readKey(used)
  const secrets = { ...spellAll({ ...marks, token: world.platform.authToken }), key: spellBytes(key) }
  const before = search(used, secrets)
  wrong.push(...before.map((found) => `in use: ${found}`))
  const sealed = listSealed(used)
  const files = listPaths(used).length
  if (sealed.length < size) wrong.push(`only ${sealed.length} sealed texts are stored`)

  const report = await call('maintenance.erase-everything', { confirm: 'erase everything' })
  wrong.push(...[...report.failed.map(({ path }) => path), ...report.left].map((path) => `${path} was not erased`))
  const rest = listPaths(used)
  wrong.push(...rest.filter((path) => !path.startsWith('setdesk.db')).map((path) => `${path} is still there`))
  wrong.push(...search(used, secrets).map((found) => `after erasing: ${found}`))
  for (const path of rest) {
    const bytes = readFileSync(join(used, path))
    const held = sealed.filter((one) => bytes.includes(one)).length
    if (held > 0) wrong.push(`${path} still holds ${held} sealed texts after erasing`)
  }
  wrong.push(...world.problems())
  await world.close()
  return judge('subscribers', options, {
    figure: `${size} subscribers, ${kills} kills: ${before.length} hits in ${files} files in use; after erasing, ${wrong.length} left of ${sealed.length} sealed texts and ${files} files`,
    bound: '0 hits in use, and no file of the former work after erasing',
    wrong,
  })
}

/** Saves and sends all work. Kills the process some times. Gives how often. */
async function serveAll(world: World, size: number): Promise<number> {
  let kills = 0
  for (let number = 0; number < size; number += 1) {
    const person = personNumbered(number)
    const intent = {
      kind: 'new-customer' as const,
      box: boxNumbered(number),
      customer: {
        ...person,
        lastname: `${marks.name} ${number}`,
        mobile: `${marks.mobile}${String(number).padStart(5, '0')}`,
      },
      plan: aYear,
      logIn: { userid: `${marks.userid}${number}`, password: `${marks.password}${number % 10}` },
    }
    await world.box().call('job.save', { draftId: `subscriber-${number}`, intent, evenIfKnown: false })
    if (world.draw() * size > 5) continue
    kills += 1
    world.kill()
    await world.restart()
  }
  await world.time.pass(24 * 3_600_000)
  return kills
}

async function readKey(folder: string): Promise<Uint8Array> {
  const record = keyRecordSchema.parse(JSON.parse(readFileSync(join(folder, keyFileName), 'utf8')))
  if (record.protection !== 'system') throw new Error('The key is not in the key store')
  return (await fakeKeyStore().unwrap(Buffer.from(record.wrapped, 'base64'))).key
}

const spellAll = (secrets: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, spellOut(secret)]))

const spellBytes = (key: Uint8Array): readonly Buffer[] => {
  const bytes = Buffer.from(key)
  const texts = [bytes.toString('hex'), bytes.toString('base64').slice(0, -2), bytes.toString('base64url').slice(0, -2)]
  return [bytes, ...texts.map((text) => Buffer.from(text))]
}

const search = (folder: string, secrets: Parameters<typeof findSecrets>[0]): readonly string[] =>
  listPaths(folder).flatMap((path) =>
    findSecrets(secrets, readFileSync(join(folder, path))).map((name) => `${path} holds the ${name}`),
  )

/** The beginning of every sealed text, as its bytes are in the file. */
const listSealed = (folder: string): readonly Buffer[] =>
  Object.values(readLedgerRows(folder)).flatMap((lines) =>
    lines.flatMap((line) => {
      const { sealed } = JSON.parse(line) as { readonly sealed?: string | null }
      // A new step has none of its own.
      return sealed === undefined || sealed === null || sealed === ''
        ? []
        : [Buffer.from(sealed, 'hex').subarray(0, 40)]
    }),
  )

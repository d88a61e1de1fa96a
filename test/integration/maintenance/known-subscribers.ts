import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createJsonLinesLog } from '../../../src/main/host/log.ts'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import { createSystemClock } from '../../../src/main/host/host-ports.ts'
import { listPaths } from '../../../src/main/storage/data-files.ts'
import { keyRecordSchema, unwrapByPassphrase } from '../../../src/main/vault/key-file.ts'
import type { TestApp } from '../../fakes/test-app.ts'
import { emptyDraft } from '../../fakes/draft.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { anyDraftId, newCustomer } from '../../fakes/intents.ts'
import { productOf, quick, save } from '../app/activate.ts'
import { atRest, passphrase, saveUnsent } from './work.ts'

/** What must be in no file: names, numbers, user IDs, the token, and the key. */
export const subscriber = {
  firstname: 'Zebedaiah',
  lastname: 'Quillfeather-Oyelaran',
  street: '77 Marmalade Wharf',
  phone: '+33655443322',
  mobile: '+33655443322',
  email: 'zebedaiah@quillfeather.example',
  userid: '9081726354',
  password: 'wq7znp4rtk',
  box: '001A79C0FFEE',
} as const

/** A computer on which every kind of work was done with a known subscriber, with a log on disk. */
export async function openUsedComputer(): Promise<{ app: TestApp; platform: Sandbox; secrets: readonly string[] }> {
  const platform = await openPlatform()
  const folder = makeFolder()
  const app = await openApp(folder, { log: createJsonLinesLog(folder, createSystemClock()) })
  await app.call('vault.protect', { passphrase })
  const { id } = await connect(app, platform, quick)
  await useAll(app, platform, id)
  const record = keyRecordSchema.parse(JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')))
  const key = record.protection === 'passphrase' ? await unwrapByPassphrase(record, passphrase) : undefined
  if (key === undefined) throw new Error('the key does not open')
  const secrets = [...Object.values(subscriber), platform.authToken, passphrase, Buffer.from(key).toString('latin1')]
  return { app, platform, secrets }
}

async function useAll(app: TestApp, platform: Sandbox, connectionId: string): Promise<void> {
  const { userid, password, box, ...person } = subscriber
  const base = newCustomer(productOf(platform))
  const intent = {
    ...base,
    box: { identifier: { kind: 'mac' as const, value: box }, raw: box, model: '' },
    customer: { ...base.customer, ...person },
    logIn: { userid, password },
  }
  await atRest(app, [await save(app, intent)])
  app.ports.log.info('used', { userid, customer: person.lastname, mobile: person.mobile })
  await app.call('customers.read', { slot: 'page', userid, customermappingid: '' })
  await app.call('customers.find', { slot: 'list', filter: {} })
  await app.call('hostname.read', { hostname: platform.hostnames[0] ?? '' })
  const digest = 'a'.repeat(64)
  const list = {
    name: `${person.lastname}.csv`,
    digest,
    parts: 1,
    stage: 'columns' as const,
    kind: 'new-customer' as const,
    columns: [],
    common: { city: person.street },
    completesMobiles: false,
    mended: [],
    typed: [],
  }
  await app.call('list.begin', { connectionId, list })
  await app.call('list.save-part', { connectionId, digest, part: 0, bytes: btoa(person.lastname) })
  await app.call('scan-batch.save', { place: 'hostnames', text: box })
  const draft = emptyDraft('a draft of the counter')
  await app.call('draft.save', { draft: { ...draft, customer: { ...draft.customer, lastname: person.lastname } } })
  const refused = { ...intent, box: base.box, logIn: { userid: '9081726355', password } }
  platform.setFaults([
    { match: { operation: 'addCustomerWithDevice' }, times: 1, fault: { kind: 'refuse-but-commit' } },
  ])
  await atRest(app, [await save(app, refused)])
  await app.call('maintenance.back-up', {})
  const target = 'ZZ99ZZ'
  await app.call('queue.pause', {})
  const away = { ...intent, box: newCustomer('1').box, logIn: { userid: '9081726356', password } }
  await app.call('job.save', { draftId: anyDraftId(), intent: away })
  await app.call('maintenance.export-work', { target, passphrase: 'carried by hand' })
  await saveUnsent(app, platform, 1)
  await app.call('who.add', { name: 'Ada Boss', pin: '135790' })
}

/** The files of a folder that hold one of these texts, in an encoding that a search would try. */
export const filesHolding = (folder: string, secrets: readonly string[]): readonly string[] =>
  listPaths(folder).flatMap((path) => {
    const content = readFileSync(join(folder, path))
    const found = secrets.find((secret) => needlesOf(secret).some((needle) => content.includes(needle)))
    return found === undefined ? [] : [`${path}: ${found}`]
  })

const needlesOf = (secret: string): readonly Buffer[] => {
  const bytes = Buffer.from(secret, secret.length === 32 ? 'latin1' : 'utf8')
  return [
    bytes,
    Buffer.from(secret, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('base64').replace(/=+$/, '').slice(0, -1)),
  ]
}

/** All sealed bytes of a ledger, and its keyed hashes, as a thief who has the key would collect them. */
export function collect(folder: string): readonly Buffer[] {
  const database = new DatabaseSync(join(folder, 'setdesk.db'), { readOnly: true })
  const columns = database
    .prepare(`SELECT m.name AS of, p.name AS part FROM sqlite_schema m JOIN pragma_table_info(m.name) p
      WHERE m.type = 'table' AND p.type = 'BLOB'`)
    .all()
  const blobs = columns.flatMap(({ of, part }) =>
    database
      .prepare(`SELECT "${String(part)}" AS bytes FROM "${String(of)}"`)
      .all()
      .flatMap(({ bytes }) => (bytes instanceof Uint8Array && bytes.length >= 16 ? [Buffer.from(bytes)] : [])),
  )
  database.close()
  // Long values are spread over several pages of the file, so their beginning is looked for.
  return blobs.map((bytes) => bytes.subarray(0, 60))
}

/** The files of a folder that hold any of these bytes. */
export const holding = (folder: string, bytes: readonly Buffer[]): readonly string[] =>
  listPaths(folder).filter((path) => {
    const content = readFileSync(join(folder, path))
    return bytes.some((one) => content.includes(one))
  })

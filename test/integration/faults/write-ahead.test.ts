import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readTag } from '../../faults/inside/read-committed.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { expect, test } from 'vitest'
import { ledgerFileName } from '../../../src/main/storage/files.ts'
import { operation } from '../../../src/platform/catalogue/catalogue.ts'
import type { ArrivedRequest } from '../../../src/sandbox/serve-call.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { anyDraftId, anyMac, newCustomer } from '../../fakes/intents.ts'
import { writeAhead } from '../../faults/targets/write-ahead.ts'
import { holdTarget } from './hold-target.ts'

/** What the file shows from outside when a request arrives: only what is committed. */
interface Committed {
  readonly operation: string
  /** The entries about this request only, oldest first. */
  readonly entries: readonly string[]
  /** The last known state of the step before it was sent. */
  readonly before: string | undefined
}

/** The fingerprint as the app makes it: method, path and all parameters except the token. */
function fingerprintOf({ operation: id, parameters }: ArrivedRequest): Buffer {
  const { method, path } = operation(id)
  const named = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([method, path, named]))
    .digest()
}

function readCommitted(file: string, arrived: ArrivedRequest): Committed {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const last = database
      .prepare('SELECT sequence, step_id, operation, type FROM entry WHERE fingerprint = ? ORDER BY sequence')
      .all(readTag(database, dirname(file))(fingerprintOf(arrived)))
    const attempt = last.at(-1)
    const since = database
      .prepare('SELECT type FROM entry WHERE step_id = ? AND sequence > ?')
      .all(Number(attempt?.['step_id']), Number(attempt?.['sequence']))
    const before = database
      .prepare('SELECT result FROM entry WHERE step_id = ? AND sequence < ? ORDER BY sequence DESC LIMIT 1')
      .get(Number(attempt?.['step_id']), Number(attempt?.['sequence']))
    return {
      operation: String(attempt?.['operation']),
      entries: [...(attempt === undefined ? [] : [attempt]), ...since].map((row) => String(row['type'])),
      before: before?.['result']?.toString(),
    }
  } finally {
    database.close()
  }
}

test('attempt, fingerprint and earlier state are in the ledger before a changing request reaches the platform', async () => {
  const app = await openApp(undefined, { keyStore: fakeKeyStore() })
  const arrivals: { readonly arrived: ArrivedRequest; readonly committed: Committed }[] = []
  const platform = await openPlatform({
    options: {
      faults: [
        { match: { changing: true }, after: 1, times: 3, fault: { kind: 'drop-before-commit' } },
        { match: { changing: true }, times: 3, fault: { kind: 'drop-after-commit' } },
      ],
    },
    onRequest: (arrived) => {
      arrivals.push({ arrived, committed: readCommitted(join(app.folder, ledgerFileName), arrived) })
    },
  })
  await connect(app, platform)
  const hostname = platform.hostnames[0] ?? ''
  const product = platform.products[0]?.id ?? ''
  const intents = [
    ...Array.from({ length: 4 }, () => newCustomer(product, { hostname })),
    { kind: 'hostname' as const, box: { identifier: anyMac(), raw: '', model: '' }, hostname },
    { kind: 'existing-customer' as const, box: { identifier: anyMac(), raw: '', model: '' }, userid: '4021770010' },
  ]
  const saved = []
  for (const intent of intents)
    saved.push(await app.call('job.save', { draftId: anyDraftId(), intent, evenIfKnown: false }))
  for (const { id } of saved)
    expect((await app.jobIn(id, 'done', 'needs-you', 'refused', 'unconfirmed')).summary.state).toBe('done')

  const changing = platform.requests().filter(({ operation: id }) => id !== null && /^add/i.test(id))
  expect(arrivals).toHaveLength(changing.length)
  // Ten effects, and three requests that had to be repeated.
  expect(arrivals).toHaveLength(13)
  for (const { arrived, committed } of arrivals)
    expect(committed).toEqual({ operation: arrived.operation, entries: ['attempt'], before: 'absent' })
})

test('the earlier state is in the ledger before a renewal, product change, toggle or binding is sent', () =>
  holdTarget(writeAhead, 60))

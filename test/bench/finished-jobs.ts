import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { keysOf } from '../../src/main/jobs/ledger/job-keys.ts'
import { ledgerFileName } from '../../src/main/storage/files.ts'
import { openConfFile } from '../../src/main/host/settings.ts'
import { createHostPorts } from '../../src/main/host/host-ports.ts'
import { createLedger, type Ledger } from '../../src/main/jobs/ledger/ledger.ts'
import { planSteps } from '../../src/main/jobs/plans.ts'
import { openDatabase } from '../../src/main/storage/database.ts'
import { createVault } from '../../src/main/vault/vault.ts'
import { nowhere, openApp } from './open-app.ts'
import { makeIntent } from './waiting-app.ts'

/** Creates a data folder with `count` finished jobs, each with the ledger entries of a successful call. */
export async function makeFinishedJobs(count: number, passphrase: string): Promise<string> {
  const { folder, connection, close } = await openApp(nowhere, {}, passphrase)
  await close(true)
  const ports = createHostPorts({
    host: 'loopback',
    version: '0.0.0',
    dataFolder: folder,
    keyStore: { kind: 'passphrase' },
    openFile: openConfFile,
  })
  const vault = createVault({ folder, keyStore: ports.keyStore, random: ports.random, hasSealedWork: () => false })
  await vault.unlock(passphrase)
  const sealing = vault.sealing()
  const opened = openDatabase(join(folder, ledgerFileName))
  if (sealing === undefined || !opened.ok) throw new Error('The new data folder cannot be opened')
  const { database } = opened
  // A power cut now would cost only the time to start again.
  database.exec('PRAGMA synchronous = OFF')
  const ledger = createLedger(database, sealing, ports.clock)
  for (let number = 1; number <= count; number += 1) {
    const logIn = { userid: String(4_000_000_000 + number), password: 'kv7tm2xwpa' }
    const payload = {
      intent: { ...makeIntent(number), logIn },
      technician: 'A. Moreau',
      customermappingid: `WV6K6G-${randomBytes(13).toString('hex')}`,
    }
    const id = randomBytes(13).toString('hex')
    const keys = keysOf(sealing, connection, payload.intent)
    const steps = planSteps(payload, connection)
    // In one transaction, so that its record is authenticated once.
    ledger.atOnce(() => {
      ledger.enqueue({ id, draftId: `draft-no-${number}`, connectionId: connection.id, payload, steps, ...keys })
      finish(ledger, id)
    })
  }
  database.close()
  return folder
}

/** As the runner does it: read, sent, accepted, read back; the creation also bound the box. */
function finish(ledger: Ledger, id: string): void {
  const loaded = ledger.load(id)
  if (loaded === undefined) throw new Error('A job that was saved is not there')
  const { job, steps } = loaded
  for (const step of steps) {
    const { reads, isSent } =
      step.kind === 'create-customer' ? { reads: 'getCustomer', isSent: true } : { reads: 'devices', isSent: false }
    if (isSent) {
      ledger.addReading(job, step, reads, 'absent', 404, { message: 'Customer not found.' })
      const fingerprint = createHash('sha256').update(JSON.stringify(step.payload.send)).digest()
      ledger.beginAttempt(job, step, fingerprint, { before: 'absent', sentOn: 20_000 })
      ledger.endAttempt(job, step, 'accepted', 200, {})
    }
    ledger.addReading(job, step, reads, 'present', 200, {
      status: 'Pending',
      endDate: '2028-01-15',
      product: 'Basic TV',
    })
    ledger.settleStep(job, step, 'done', { state: 'checking', why: 'seen-on-platform' })
  }
  ledger.standJob(job, { state: 'done', why: 'seen-on-platform' })
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ledgerFileName } from '../../src/main/storage/files.ts'
import type { Intent } from '../../src/shared/domain/activation.ts'
import { mostRowsSaved } from '../../src/shared/bridge/bulk-channels.ts'
import { openApp } from './open-app.ts'
import { mustBe } from './paired.ts'

/** The whole app on its own data folder, with an unreachable platform: saved jobs stay unsent. */
export interface WaitingApp {
  readonly folder: string
  /** Saves one new customer with a box through the bridge's dispatcher; milliseconds until the app says "saved". */
  readonly save: () => Promise<number>
  /** Saves `count` jobs, many in a commit, as those of a list. */
  readonly fill: (count: number) => Promise<void>
  /** Removes all jobs but the oldest `count` from the file, as if they had not been saved. */
  readonly cutTo: (count: number) => void
  /** Number of saved jobs, as the app counts them. */
  readonly waiting: () => Promise<number>
  /** Number of jobs about which the fleet's hub has not answered; undefined without a fleet. */
  readonly unchecked: () => Promise<number | undefined>
  readonly close: () => Promise<void>
}

/** `fleet`: it joins this one first. */
export async function openWaitingApp(fleet?: { readonly hub: string; readonly code: string }): Promise<WaitingApp> {
  const { folder, connection, call, close } = await openApp()
  if (fleet !== undefined) await call('fleet.join', { ...fleet, name: 'Van 12' })
  let made = 0
  const save = async (): Promise<number> => {
    made += 1
    const request = { draftId: `draft-no-${made}`, intent: makeIntent(made), evenIfKnown: false }
    const started = performance.now()
    await call('job.save', request)
    return performance.now() - started
  }
  return {
    folder,
    save,
    async fill(count) {
      const connectionId = connection.id
      const digest = createHash('sha256').update('waiting').digest('hex')
      const { batch } = await call('bulk.find', { connectionId, digest })
      for (let left = count; left > 0; left -= mostRowsSaved) {
        const from = made + 1
        made += Math.min(mostRowsSaved, left)
        const rows = Array.from({ length: made + 1 - from }, (_, index) => ({
          line: from + index,
          intent: makeIntent(from + index),
        }))
        const { saved } = await call('bulk.save', { connectionId, batch, rows, evenIfKnown: false })
        mustBe('rows saved', saved, rows.length)
      }
    },
    cutTo(count) {
      const database = new DatabaseSync(join(folder, ledgerFileName), { timeout: 5000 })
      database.exec(`BEGIN IMMEDIATE;
        CREATE TEMP TABLE kept AS SELECT max(sequence) AS last FROM (SELECT sequence FROM job ORDER BY sequence LIMIT ${count});
        DELETE FROM step WHERE job_sequence > (SELECT last FROM kept);
        DELETE FROM job WHERE sequence > (SELECT last FROM kept);
        DROP TABLE kept; COMMIT`)
      database.close()
    },
    waiting: async () => (await call('app.snapshot', {})).counts.saved,
    unchecked: async () => (await call('app.snapshot', {})).fleet?.unchecked,
    close: () => close(),
  }
}

/** A complete new customer with a box; the app generates the user ID and password. */
export function makeIntent(number: number): Extract<Intent, { kind: 'new-customer' }> {
  const mobile = `+336${String(10_000_000 + number)}`
  return {
    kind: 'new-customer',
    box: {
      identifier: { kind: 'mac', value: `001A79${number.toString(16).toUpperCase().padStart(6, '0')}` },
      raw: 'scanned',
      model: 'STB-520',
    },
    customer: {
      firstname: 'Amélie',
      lastname: `Okonkwo ${number}`,
      street: '14 Rue des Lilas & Söhne',
      zipcode: '75020',
      city: 'Paris',
      state: 'Île-de-France',
      country: 'France',
      phone: mobile,
      mobile,
      email: 'amelie+tv@north.example',
    },
    plan: { productid: '101', months: 12, days: 0, renewalinterval: 1 },
    logIn: {},
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Conf from 'conf'
import { planSteps } from '../../src/main/jobs/plans.ts'
import { connectionDefaults, type Connection } from '../../src/shared/domain/connection/connection.ts'
import { makeIntent } from './waiting-app.ts'

/** A common way to store a queue: one JSON file by `conf`, the engine of electron-store. Nothing in it is sealed. */
export interface ConfQueue {
  /** Saves one job; returns milliseconds. */
  readonly save: () => number
  /** Number of jobs in the file, read again. */
  readonly count: () => number
  readonly close: () => void
}

const connection: Connection = {
  ...connectionDefaults,
  id: 'north',
  kind: 'platform',
  name: 'North',
  baseUrl: 'http://127.0.0.1:9',
  crmService: 'crm',
  cmsService: 'cms',
}

/** Opens a queue of `count` jobs, with one key per job: reading and writing one list would take at least as long. */
export function openConfQueue(count: number): ConfQueue {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-conf-'))
  const conf = new Conf<Record<string, unknown>>({ cwd: folder, configName: 'queue' })
  const jobs = Object.fromEntries(Array.from({ length: count }, (_, index) => [keyOf(index + 1), makeJob(index + 1)]))
  conf.store = { jobs }
  let made = count
  return {
    save() {
      made += 1
      const job = makeJob(made)
      const started = performance.now()
      conf.set(`jobs.${keyOf(made)}`, job)
      return performance.now() - started
    },
    count: () => {
      const kept = new Conf<Record<string, unknown>>({ cwd: folder, configName: 'queue' }).get('jobs')
      return Object.keys(kept as Record<string, unknown>).length
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const keyOf = (number: number): string => `job-${number}`

/** The same job as the app stores it, with everything that it will send. */
function makeJob(number: number): unknown {
  const intent = { ...makeIntent(number), logIn: { userid: String(4_000_000_000 + number), password: 'k7m2p9x4wd' } }
  const payload = { intent, technician: '', customermappingid: `WV6K6G-01M7XWRFBG${number}` }
  return {
    id: keyOf(number),
    draftId: `draft-no-${number}`,
    state: 'saved',
    payload,
    steps: planSteps(payload, connection),
  }
}

import { randomBytes } from 'node:crypto'
import type { HubDatabase } from '../../../src/hub/database/hub-database.ts'
import { startHub, type HubOptions } from '../../../src/hub/hub.ts'
import type { HubLog } from '../../../src/hub/log.ts'
import { silentLog } from './test-database.ts'

/** More than any test asks for. */
const enough = { burst: 10_000, perSecond: 1000 }

interface TestHub extends Partial<Pick<HubOptions, 'rates'>> {
  readonly log?: HubLog
  readonly code?: string
}

/** The real hub within this process, on a free port and without TLS. */
export const startTestHub = (
  database: HubDatabase,
  { rates = { station: enough, address: enough }, log = silentLog, code = '' }: TestHub = {},
) =>
  startHub(
    { port: 0, address: '127.0.0.1', certificate: undefined, isBehindProxy: false, metricsToken: undefined, rates },
    { database, log, random: randomBytes, now: () => performance.now(), code },
  )

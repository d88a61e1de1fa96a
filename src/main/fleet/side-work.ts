import type { DatabaseSync } from 'node:sqlite'
import type { Connection } from '../../shared/domain/connection/connection.ts'
import type { FleetView } from '../../shared/domain/fleet.ts'
import type { HubEvent } from '../../shared/fleet/hub-calls.ts'
import type { Clock, Log, Random } from '../ports.ts'
import type { Membership } from '../vault/fleet-membership.ts'
import type { Sealing } from '../vault/sealing.ts'
import { createAuditLines } from './audit/audit-lines.ts'
import { createAuditSending } from './audit/send-audit.ts'
import { createDocuments, type DocumentTaker } from './documents/take-documents.ts'
import { createFleetWorker } from './fleet-worker.ts'
import type { HubClient } from './hub-client.ts'

export interface SideWorkDeps {
  readonly database: DatabaseSync
  readonly sealing: Sealing
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly client: HubClient
  readonly membership: Membership
  /** The connections that the fleet cares for. */
  readonly connections: () => readonly Connection[]
  readonly documents: DocumentTaker
  /** The screens have something else to show. */
  readonly changed: () => void
  /** The hub's database was restored from an older backup. */
  readonly onOlder: () => void
}

/** Sealing them takes a tenth of a second, and a round comes every half second, so that sending has the rest. */
const linesInARound = 100

/** What a station does for the fleet beside its claims, in rounds of its own: claims do not wait for it, nor does anything else. */
export function createSideWork(deps: SideWorkDeps) {
  const { clock, random, log, client, changed, onOlder } = deps
  const lines = createAuditLines(deps)
  const audit = createAuditSending({ lines, client, log, changed, onOlder })
  const worker = createFleetWorker({
    clock,
    random,
    log,
    client,
    parts: [
      // Lines are made whether the hub answers or not.
      async (isOver) => {
        if (await lines.make(isOver, linesInARound)) worker.wake()
        return true
      },
      (isOver) => audit.send(isOver),
      (isOver) => documents.bringIn(isOver),
    ],
  })
  const documents = createDocuments({ ...deps, taker: deps.documents, wake: () => worker.wake() })
  return {
    wake: () => worker.wake(),
    /** A stream of events has begun. What happened before it was not told. */
    compareAgain() {
      audit.compareAgain()
      documents.askAgain()
      worker.wake()
    },
    noteEvent({ about }: Pick<HubEvent, 'about'>) {
      if (about !== 'documents') return
      documents.askAgain()
      worker.wake()
    },
    /** For the screens. */
    view(): Pick<FleetView, 'audit' | 'documents'> {
      const { acknowledged, forkedAt, gapAt } = lines.place()
      const entries = lines.last()
      const trouble = forkedAt !== undefined ? 'forked' : gapAt !== undefined ? 'gap' : undefined
      return {
        audit: { entries, unsent: Math.max(0, entries - acknowledged), ...(trouble && { trouble }) },
        documents: [...documents.view()],
      }
    },
    async stop() {
      documents.stop()
      await worker.stop()
    },
  }
}

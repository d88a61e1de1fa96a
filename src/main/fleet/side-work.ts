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
  /** The connections that the fleet knows about. */
  readonly connections: () => readonly Connection[]
  readonly documents: DocumentTaker
  /** Called when the screens must be updated. */
  readonly changed: () => void
  /** Called if the hub's database was restored from an older backup. */
  readonly onOlder: () => void
}

/** The most lines sealed in one round. A round takes 0.1 s and begins every 0.5 s; the rest of the time is for sending. */
const linesInARound = 100

/**
 * Does the station's work for the fleet that is not about claims: the audit chain and the operator's documents. This work has its own
 * rounds, so claims do not wait for it.
 */
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
    /** Called when a stream of events begins. Changes before the stream were not reported, so the hub is asked for these changes. */
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
    /** The audit chain and the documents, for the screens. */
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

import type { FleetView } from '../../shared/domain/fleet.ts'
import type { HubAnswer, HubEvent } from '../../shared/fleet/hub-calls.ts'
import { type AuditEntry, type AuditLines, createAuditLines } from './audit/audit-lines.ts'
import { createDocuments, type DocumentTaker } from './fetch-documents.ts'
import { createFleetWorker } from './fleet-worker.ts'
import type { HubClient, MemberParts } from './hub-client.ts'

export interface SideWorkDeps extends MemberParts {
  readonly documents: DocumentTaker
  /** Called when the hub's answer about the audit chain, or a document, has changed. */
  readonly changed: () => void
  /** Called if the hub's database was restored from an older backup. */
  readonly onOlder: () => void
}

/** The most lines that one round seals. A round takes 0.1 s and begins every 0.5 s, so most of the time is left for other work. */
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

/** The most lines, and the most characters, in one request. */
const [batchSize, batchCharacters] = [200, 1_000_000]

interface SendDeps extends Pick<SideWorkDeps, 'log' | 'changed' | 'onOlder'> {
  readonly lines: AuditLines
  readonly client: Pick<HubClient, 'call' | 'mayAsk'>
}

/** Sends the lines of this station's chain to the hub, in order, until the hub has all lines. */
export function createAuditSending({ lines, client, log, changed, onOlder }: SendDeps) {
  let isCompared = false

  const note = (entries: readonly AuditEntry[], answer: HubAnswer<'audit.append'>): 'goes-on' | 'stuck' => {
    const before = lines.place()
    const forkedAt = earliest(before.forkedAt, answer.forkedAt)
    const said = { ...(forkedAt !== undefined && { forkedAt }) }
    const { gapAt } = answer
    // These lines were sent without a gap, so the hub cannot really miss one of them. Sending stops, because it would repeat the same lines
    // forever.
    if (gapAt !== undefined && gapAt >= (entries[0]?.sequence ?? 0)) return 'stuck'
    if (gapAt === undefined) {
      // The hub stores a contradicting line as evidence, so such a line counts as received, too.
      lines.note({ ...said, acknowledged: Math.max(before.acknowledged, entries.at(-1)?.sequence ?? 0) })
    } else {
      // The hub's database was restored from an older backup. Lost lines that this computer still has are sent again.
      const isHere = lines.read(gapAt, 1)[0]?.sequence === gapAt
      // Each job that was saved after that backup has a line. If lines are missing, the hub has therefore lost other reports, too. They are
      // sent again first: once the gap is noted, it is not found again.
      if (gapAt <= before.acknowledged) onOlder()
      lines.note({ ...said, acknowledged: gapAt - 1, ...(!isHere && { gapAt }) })
      log.problem('fleet-audit', { kind: isHere ? 'sent-again' : 'gap', count: before.acknowledged - gapAt + 1 })
    }
    const after = lines.place()
    if (after.forkedAt !== before.forkedAt || after.gapAt !== before.gapAt) changed()
    return after.gapAt === undefined ? 'goes-on' : 'stuck'
  }

  return {
    /** Makes the next `send` repeat the last acknowledged line. The answer shows whether the hub has lost its latest lines. */
    compareAgain() {
      isCompared = false
    },
    /** Sends the lines that the hub does not have. False if the hub could not be reached or `isOver` became true. */
    async send(isOver: () => boolean): Promise<boolean> {
      if (!client.mayAsk()) return false
      while (!isOver()) {
        const { acknowledged, gapAt } = lines.place()
        const from = isCompared ? acknowledged + 1 : Math.max(1, acknowledged)
        // The hub takes no line after a gap, so one line is enough to ask whether the gap still exists.
        const entries = fitting(lines.read(from, gapAt === undefined ? batchSize : 1))
        if (entries.length === 0) return true
        const reply = await client.call('audit.append', { entries: [...entries] })
        if (isOver()) return false
        if (!reply.ok) {
          if (reply.error.is === 'unreached') return false
          log.problem('fleet-audit', { kind: reply.error.code })
          return true
        }
        isCompared = true
        if (note(entries, reply.value) === 'stuck') return true
      }
      return false
    },
  }
}

const earliest = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)

function fitting(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  let characters = 0
  return entries.filter(({ sealed }, index) => {
    characters += sealed.length
    return index === 0 || characters <= batchCharacters
  })
}

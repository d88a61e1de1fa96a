import { createHash } from 'node:crypto'
import type { HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { readExchanges, type Happening } from './happenings.ts'

type AuditEntry = HubRequest<'audit.append'>['entries'][number]

interface Chain {
  /** Every entry that the laptop sent, by sequence. */
  readonly sent: Map<number, AuditEntry>
  /** The line up to which the hub acknowledged lines (exclusive), and the places in the ledger at which it said so. */
  readonly acknowledged: { readonly place: number; readonly next: number }[]
}

/** What the ledger says about audit lines. `read`: entries that were compared with what was acknowledged. */
export interface AuditJudgement {
  readonly wrong: readonly string[]
  readonly acknowledged: number
  readonly read: number
}

/**
 * Checks that no acknowledged line is missing or changed, that the hub's `next` never shrinks, and that the hub never reports a rewritten or
 * missing line of a laptop that never lost its file.
 */
export function judgeAudit(happenings: readonly Happening[]): AuditJudgement {
  const chains = new Map<string, Chain>()
  const stations = new Map<string, string>()
  const begun = new Map<number, ReadonlyMap<string, number>>()
  const wrong: string[] = []
  let read = 0
  const of = (station: string): Chain => {
    const known = chains.get(station) ?? { sent: new Map<number, AuditEntry>(), acknowledged: [] }
    chains.set(station, known)
    return known
  }

  readExchanges(happenings, {
    onAsked({ asked, by }) {
      if (asked.call !== 'audit.append') return
      const { sent } = of(stations.get(by) ?? by)
      for (const entry of asked.request.entries) {
        const known = sent.get(entry.sequence)
        if (known !== undefined && known.hash !== entry.hash)
          wrong.push(`${by} sent two different lines ${entry.sequence}`)
        sent.set(entry.sequence, entry)
      }
    },
    onAnswered({ asked, by, isCopy, askedAt, answeredAt }, reply) {
      if (!reply.ok) return
      const { value } = reply
      if (asked.call === 'enrol' && 'station' in value) stations.set(by, value.station)
      if (asked.call !== 'audit.append' || !('next' in value)) return
      const chain = of(stations.get(by) ?? by)
      if (value.forkedAt !== undefined) wrong.push(`${by} is said to have rewritten line ${value.forkedAt}`)
      const first = asked.request.entries[0]?.sequence ?? 1
      // Answers may come in another order than their requests.
      const known = nextOf(chain, askedAt)
      if (value.gapAt !== undefined && known >= first)
        wrong.push(`${by} is said to have left out line ${value.gapAt}, and all before ${first} were acknowledged`)
      if (!isCopy && value.next < known) wrong.push(`${by} is at line ${value.next} again, after ${known}`)
      chain.acknowledged.push({ place: answeredAt, next: value.next })
    },
    onOther(happening) {
      if (happening.what === 'reading-begun')
        begun.set(happening.reading, new Map([...chains].map(([station, chain]) => [station, nextOf(chain)])))
      if (happening.what !== 'audit-read') return
      const { station, entries, reading } = happening
      const next = begun.get(reading)?.get(station) ?? 1
      const { sent } = of(station)
      let previous = '0'.repeat(64)
      for (let sequence = 1; sequence < next; sequence += 1) {
        read += 1
        const [stored, known] = [entries[sequence - 1], sent.get(sequence)]
        if (stored?.sequence !== sequence) wrong.push(`the acknowledged line ${sequence} of ${station} is gone`)
        else if (
          stored.hash !== known?.hash ||
          stored.sealed !== known.sealed ||
          hashOf(previous, stored.sealed) !== stored.hash
        )
          wrong.push(`line ${sequence} of ${station} is not the one that was acknowledged`)
        previous = stored?.hash ?? previous
      }
    },
  })

  return { wrong, acknowledged: [...chains.values()].reduce((sum, chain) => sum + nextOf(chain) - 1, 0), read }
}

/** What was acknowledged before a place. */
const nextOf = ({ acknowledged }: Chain, place = Number.POSITIVE_INFINITY): number =>
  Math.max(1, ...acknowledged.filter((one) => one.place < place).map(({ next }) => next))

const hashOf = (previous: string, sealed: string): string =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(Buffer.from(sealed, 'base64')).digest('hex')

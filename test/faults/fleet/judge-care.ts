import type { HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { readExchanges, type Happening, type HubExchange } from './happenings.ts'

/** Where a copy of a job certainly is stored. */
interface Kept {
  readonly station: string
  readonly version: number
  /** Undefined after a move. */
  readonly sealed: string | undefined
  readonly keptSince: number
}

/**
 * Compares the copies that the hub acknowledged with the copies that it returned: none may be missing, older or changed. Returns how many
 * copies were looked for, so that an empty check is noticed.
 */
export function judgeCare(happenings: readonly Happening[]): {
  readonly wrong: readonly string[]
  readonly looked: number
} {
  const kept = new Map<string, Kept>()
  const stations = new Map<string, string>()
  const begun = new Map<number, number>()
  /** The last place in the ledger of a request that may change the copy of a job. */
  const touched = new Map<string, HubExchange[]>()
  const wrong: string[] = []
  let looked = 0
  const touch = (job: string, exchange: HubExchange): void =>
    void touched.set(job, [...(touched.get(job) ?? []), exchange])
  /** Whether another request was in progress at or after a place. */
  const isUntouchedSince = (job: string, place: number): boolean =>
    (touched.get(job) ?? []).every((exchange) => exchange.answeredAt <= place)

  const keep = (exchange: HubExchange, items: HubRequest<'work.put'>['items'], moved: readonly string[]): void => {
    const station = stations.get(exchange.by)
    if (station === undefined) return
    for (const { job, version, sealed } of items) {
      const known = kept.get(job)
      // Another request in progress may have arrived after it.
      const isSure = (touched.get(job) ?? []).every((one) => one === exchange || one.answeredAt < exchange.askedAt)
      if (!isSure || moved.includes(job)) kept.delete(job)
      else if (known?.station !== station || known.version < version)
        kept.set(job, { station, version, sealed, keptSince: exchange.answeredAt })
    }
  }
  const look = (station: string, since: number, items: (Happening & { what: 'work-read' })['items']): void => {
    for (const [job, copy] of kept) {
      if (copy.station !== station || copy.keptSince >= since || !isUntouchedSince(job, since)) continue
      looked += 1
      const item = items.find((one) => one.job === job)
      if (item === undefined) wrong.push(`the acknowledged copy of ${job} is gone`)
      else if (item.version < copy.version)
        wrong.push(`the copy of ${job} is of version ${item.version}, not ${copy.version}`)
      else if (item.version === copy.version && copy.sealed !== undefined && item.sealed !== copy.sealed)
        wrong.push(`the copy of ${job} was changed`)
    }
  }

  readExchanges(happenings, {
    onAsked(exchange) {
      const { asked, isCopy } = exchange
      if (isCopy) return
      if (asked.call === 'work.put') for (const { job } of asked.request.items) touch(job, exchange)
      if (asked.call === 'work.remove') {
        for (const { job } of asked.request.jobs) {
          touch(job, exchange)
          kept.delete(job)
        }
      }
      if (asked.call === 'work.rescue') {
        for (const { job } of asked.request.items) {
          touch(job, exchange)
          kept.delete(job)
        }
      }
    },
    onAnswered(exchange, reply) {
      const { asked, by, isCopy } = exchange
      if (!reply.ok || isCopy) return
      const { value } = reply
      if (asked.call === 'enrol' && 'station' in value) stations.set(by, value.station)
      if (asked.call === 'work.put' && 'moved' in value) keep(exchange, asked.request.items, value.moved)
      if (asked.call === 'work.rescue') {
        for (const { job } of asked.request.items) {
          // The copy now waits for the other station, and its versions start again.
          const isSure = (touched.get(job) ?? []).every((one) => one === exchange || one.answeredAt < exchange.askedAt)
          if (isSure)
            kept.set(job, { station: asked.request.to, version: 0, sealed: undefined, keptSince: exchange.answeredAt })
        }
      }
    },
    onOther(happening, place) {
      if (happening.what === 'reading-begun') begun.set(happening.reading, place)
      if (happening.what === 'work-read')
        look(happening.station, begun.get(happening.reading) ?? place, happening.items)
    },
  })
  return { wrong, looked }
}

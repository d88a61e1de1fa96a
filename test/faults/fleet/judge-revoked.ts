import { readExchanges, type Happening } from './happenings.ts'

/** Checks that a revoked station gets only refusals, and no stream, once its revocation was acknowledged. `told`: refusals that it got. */
export function judgeRevoked(happenings: readonly Happening[]): {
  readonly wrong: readonly string[]
  readonly told: number
} {
  const stations = new Map<string, string>()
  const revoked = new Map<string, number>()
  const streams = new Map<number, { readonly by: string; readonly askedAt: number }>()
  const open = new Map<number, string>()
  const wrong: string[] = []
  let told = 0
  const isRevokedAt = (by: string, place: number): boolean =>
    (revoked.get(stations.get(by) ?? '') ?? Number.POSITIVE_INFINITY) < place

  readExchanges(happenings, {
    onAnswered({ asked, by, askedAt, answeredAt }, reply) {
      if (isRevokedAt(by, askedAt)) {
        if (!reply.ok) told += 1
        else if (asked.call !== 'enrol' && asked.call !== 'challenge')
          wrong.push(`${by} is revoked, and ${asked.call} was answered`)
      }
      if (!reply.ok) return
      if (asked.call === 'enrol' && 'station' in reply.value) stations.set(by, reply.value.station)
      if (asked.call === 'stations.revoke')
        revoked.set(asked.request.station, Math.min(answeredAt, revoked.get(asked.request.station) ?? answeredAt))
    },
    onOther(happening, place) {
      if (happening.what === 'stream-asked') streams.set(happening.exchange, { by: happening.by, askedAt: place })
      if (happening.what === 'stream-begun') {
        const { by, askedAt } = streams.get(happening.exchange) ?? { by: happening.by, askedAt: place }
        open.set(happening.exchange, by)
        if (isRevokedAt(by, askedAt)) wrong.push(`${by} is revoked, and got a stream of events`)
      }
      if (happening.what === 'stream-ended') open.delete(happening.exchange)
    },
  })
  const end = happenings.length
  for (const by of open.values())
    if (isRevokedAt(by, end)) wrong.push(`${by} is revoked, and its stream of events is open at the end`)
  return { wrong, told }
}

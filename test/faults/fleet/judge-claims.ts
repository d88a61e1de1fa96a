import type { HubAnswer, HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { assertNever } from '../../assert-never.ts'
import { createClaimBook } from './claim-book.ts'
import { readExchanges, type Happening, type HubExchange, type HubReply } from './happenings.ts'

/** What the ledger says about claims. */
export interface ClaimJudgement {
  readonly wrong: readonly string[]
  readonly counts: {
    readonly acknowledged: number
    readonly conflicts: number
    readonly confirmed: number
    readonly moved: number
    /** Requests for which the hub knew a newer request. */
    readonly late: number
  }
  /** Every key with a claim that is certainly valid at the end, with its job. */
  readonly standing: readonly { readonly key: string; readonly job: string }[]
}

type TakeAnswer = HubAnswer<'claims.take'>['jobs'][number]

const short = (key: string): string => key.slice(0, 8)

/**
 * Checks the answers about claims: no key may belong to two jobs, no acknowledged claim may be lost, no fence may shrink, no claim may be
 * confirmed for a station that lost the job, and no job may have a key that it released.
 */
export function judgeClaims(happenings: readonly Happening[], now = Date.now()): ClaimJudgement {
  const book = createClaimBook()
  const stations = new Map<string, string>()
  const wrong: string[] = []
  const counts = { acknowledged: 0, conflicts: 0, confirmed: 0, moved: 0, late: 0 }

  const noteFence = ({ askedAt, answeredAt }: HubExchange, job: string, fence: number): void => {
    const { fences } = book.of(job)
    const known = Math.max(0, ...fences.filter(({ place }) => place < askedAt).map((one) => one.fence))
    if (fence < known) wrong.push(`the fence of ${job} shrank from ${known} to ${fence}`)
    fences.push({ place: answeredAt, fence })
  }
  /** The last move that was acknowledged before the exchange began, unless another one may have followed, or the job was given back. */
  const movedTo = (
    { askedAt }: HubExchange,
    job: string,
  ): { readonly to: string; readonly fence: number } | undefined => {
    const { moves, finishes } = book.of(job)
    const last = moves.at(-1)
    if (last?.fence === undefined || last.exchange.answeredAt >= askedAt) return undefined
    const { fence, to } = last
    if (
      moves.some(
        (move) => move !== last && move.fence === undefined && move.exchange.answeredAt > last.exchange.askedAt,
      )
    )
      return undefined
    return finishes.some((one) => one.outcome === 'released' && one.fence >= fence) ? undefined : { to, fence }
  }
  const describeOthers = (job: string, key: string, at: number): readonly string[] =>
    book.askersOf(key).filter((other) => other !== job && book.standing(other, key, at) !== undefined)

  const noteHeld = (
    exchange: HubExchange,
    keys: readonly string[],
    answer: TakeAnswer & { result: 'held' },
    at: number,
  ) => {
    const { job, fence, until } = answer
    counts.acknowledged += 1
    noteFence(exchange, job, fence)
    const move = movedTo(exchange, job)
    if (move !== undefined && move.to !== stations.get(exchange.by))
      wrong.push(`${exchange.by} was given ${job}, which had been moved to another station`)
    const known = book.of(job).claim
    // The answer to an earlier question may come later.
    if (known === undefined || known.askedAt < exchange.askedAt)
      book.of(job).claim = {
        job,
        keys: new Set(keys),
        fence,
        askedAt: exchange.askedAt,
        acknowledgedAt: exchange.answeredAt,
        until: Date.parse(until),
        isFirm: known?.fence === fence && known.isFirm,
      }
    for (const key of keys)
      for (const other of describeOthers(job, key, at))
        if (book.standing(job, key, at) !== undefined)
          wrong.push(`two winners of ${short(key)}: ${job} was given it while ${other} held it`)
  }
  const noteConflict = (exchange: HubExchange, answer: TakeAnswer & { result: 'conflict' }, at: number): void => {
    const { job, conflicts } = answer
    counts.conflicts += 1
    for (const { key, station } of conflicts) {
      if (book.standing(job, key, at, exchange.askedAt) !== undefined)
        wrong.push(`${job} lost its acknowledged claim on ${short(key)}: the hub says that ${station.name} has it`)
      const holders = book.askersOf(key).filter((other) => other !== job && mayBelongTo(other, station.id))
      if (holders.length === 0) wrong.push(`${station.name} is said to hold ${short(key)}, which it never asked for`)
      else if (holders.every((other) => book.isGivenBack(other, exchange.askedAt)))
        wrong.push(`${short(key)} is refused to ${job} because of ${holders.join(', ')}, which gave it back`)
    }
  }
  const noteLate = ({ by }: HubExchange, { job, version }: TakeAnswer & { result: 'late' }, asked: number): void => {
    counts.late += 1
    if (version < asked) wrong.push(`${by} was told that its request for ${job} came late, though it was the newest`)
  }
  const mayBelongTo = (job: string, station: string): boolean => {
    const { takes, moves } = book.of(job)
    return takes.some(({ exchange }) => stations.get(exchange.by) === station) || moves.some(({ to }) => to === station)
  }
  const noteMoved = ({ by }: HubExchange, job: string): void => {
    counts.moved += 1
    const { moves, takes } = book.of(job)
    if (moves.length === 0 && takes.every(({ exchange }) => exchange.by === by))
      wrong.push(`${by} was told that ${job} had been moved, which nobody did`)
  }

  const onTaken = (
    exchange: HubExchange,
    request: HubRequest<'claims.take'>,
    value: HubAnswer<'claims.take'>,
    at: number,
  ) => {
    for (const answer of value.jobs) {
      const { keys, version = 0 } = request.jobs.find(({ job }) => job === answer.job) ?? {}
      if (keys === undefined) wrong.push(`an answer about ${answer.job}, about which nobody asked`)
      else if (answer.result === 'held') noteHeld(exchange, keys, answer, at)
      else if (answer.result === 'conflict') noteConflict(exchange, answer, at)
      else if (answer.result === 'moved') noteMoved(exchange, answer.job)
      else if (answer.result === 'late') noteLate(exchange, answer, version)
      else assertNever(answer)
    }
    if (value.jobs.length !== request.jobs.length)
      wrong.push(`${value.jobs.length} answers to ${request.jobs.length} jobs`)
  }
  const onConfirmed = (
    exchange: HubExchange,
    { job, fence }: HubRequest<'claims.confirm'>,
    value: HubAnswer<'claims.confirm'>,
    at: number,
  ) => {
    const { claim, finishes } = book.of(job)
    if (value.result === 'moved') return noteMoved(exchange, job)
    if (value.result === 'lapsed') {
      // The job was reported as done before, perhaps by the station that had it before a move. Its keys stay taken, and there is nothing to
      // confirm.
      const isEnded = finishes.some((one) => one.fence <= fence && one.exchange.askedAt < exchange.answeredAt)
      const keys = claim?.fence === fence && !isEnded ? [...claim.keys] : []
      if (keys.length > 0 && keys.every((key) => book.standing(job, key, at, exchange.askedAt) !== undefined))
        wrong.push(`${job} lost its acknowledged claim: the hub says that it has lapsed`)
      return
    }
    counts.confirmed += 1
    const move = movedTo(exchange, job)
    if (move !== undefined && fence < move.fence)
      wrong.push(`${exchange.by} had ${job} confirmed under fence ${fence}, after it was moved under ${move.fence}`)
    if (claim === undefined || fence < claim.fence) return
    claim.fence = fence
    claim.isFirm = true
    claim.until = Math.max(claim.until, Date.parse(value.until))
  }
  const onFound = (
    exchange: HubExchange,
    { keys }: HubRequest<'claims.find'>,
    value: HubAnswer<'claims.find'>,
    at: number,
  ) => {
    for (const key of keys) {
      const found = new Set(value.found.filter((one) => one.key === key).flatMap(({ job }) => job ?? []))
      if (found.size > 1) wrong.push(`the hub says that ${[...found].join(' and ')} have ${short(key)}`)
      for (const job of book.askersOf(key))
        if (!found.has(job) && book.standing(job, key, at, exchange.askedAt) !== undefined)
          wrong.push(`${job} lost its acknowledged claim on ${short(key)}: the hub does not find it`)
      for (const job of found)
        if (book.isGivenBack(job, exchange.askedAt)) wrong.push(`${job} still holds ${short(key)}, which it gave back`)
    }
  }
  const onMoved = (exchange: HubExchange, value: HubAnswer<'work.rescue'>): void => {
    for (const { job, fence } of value.items) {
      const { moves, claim, finishes } = book.of(job)
      const move = moves.find((one) => one.exchange === exchange)
      if (move !== undefined) move.fence = fence
      noteFence(exchange, job, fence)
      if (claim === undefined) continue
      const mayBeOver = finishes.some((one) => one.outcome === 'released' && one.exchange.answeredAt >= claim.askedAt)
      if (mayBeOver) book.of(job).claim = undefined
      else claim.fence = Math.max(claim.fence, fence)
    }
  }
  const onFinished = ({ jobs }: HubRequest<'claims.finish'>, at: number): void => {
    for (const { job, fence, outcome } of jobs) {
      const { claim } = book.of(job)
      if (outcome !== 'done' || claim?.fence !== fence) continue
      if ([...claim.keys].every((key) => book.standing(job, key, at) !== undefined)) claim.isFirm = true
    }
  }

  readExchanges(happenings, {
    onAsked(exchange) {
      const { asked, isCopy } = exchange
      // Nobody asked for a copy of a request, so a copy must not undo anything.
      if (isCopy) return
      if (asked.call === 'claims.take') for (const one of asked.request.jobs) book.noteTake(exchange, one)
      if (asked.call === 'claims.finish') for (const one of asked.request.jobs) book.noteFinish(exchange, one)
      if (asked.call === 'work.rescue')
        for (const { job } of asked.request.items) book.noteMove(exchange, job, asked.request.to)
    },
    onAnswered(exchange, reply, at) {
      const { asked, isCopy, by } = exchange
      if (!reply.ok || isCopy) return
      const value = valueOf(reply)
      if (asked.call === 'enrol') stations.set(by, (value as HubAnswer<'enrol'>).station)
      if (asked.call === 'claims.take') onTaken(exchange, asked.request, value as HubAnswer<'claims.take'>, at)
      if (asked.call === 'claims.confirm')
        onConfirmed(exchange, asked.request, value as HubAnswer<'claims.confirm'>, at)
      if (asked.call === 'claims.find') onFound(exchange, asked.request, value as HubAnswer<'claims.find'>, at)
      if (asked.call === 'claims.finish') onFinished(asked.request, at)
      if (asked.call === 'work.rescue') onMoved(exchange, value as HubAnswer<'work.rescue'>)
    },
  })
  const standing = book.jobs().flatMap((job) => {
    const keys = [...(book.of(job).claim?.keys ?? [])]
    return keys.filter((key) => book.standing(job, key, now) !== undefined).map((key) => ({ key, job }))
  })
  return { wrong, counts, standing }
}

const valueOf = (reply: HubReply & { readonly ok: true }): unknown => reply.value

import { createHeardBook, type Knowledge } from './heard-book.ts'
import { readExchanges, type Happening } from './happenings.ts'

/** What the platform's ledger says. */
export interface EffectJudgement {
  readonly wrong: readonly string[]
  readonly counts: {
    /** Effects on the platform, and boxes that got one. */
    readonly effects: number
    readonly boxes: number
    /** Boxes that two or more laptops wanted. */
    readonly contested: number
    /** Jobs that were sent after they had been moved. */
    readonly rescued: number
    /**
     * Boxes and jobs that two laptops sent, one of which could not ask the hub before. The fleet does not prevent that, because laptops may
     * work without the hub.
     */
    readonly unguarded: number
  }
}

type Effect = Happening & { readonly what: 'effect' }
interface Sent extends Effect {
  readonly job: string
  readonly knew: Knowledge
}

/**
 * Checks that every effect of a job is on the platform at most once, and that a box has the effects of only one job, unless a sender could not
 * ask the hub. Nothing may be sent without asking, or after a laptop was told that another one has the box or the job. A job is known by its
 * user ID, which no other job has.
 */
export function judgeEffects(happenings: readonly Happening[]): EffectJudgement {
  const book = createHeardBook()
  const wrong: string[] = []
  const wished = new Set<string>()
  const jobOf = new Map<string, string>()
  const saversOf = new Map<string, Set<string>>()
  const sentOf = new Map<string, Sent[]>()
  const sentForBox = new Map<string, Sent[]>()
  const moved = new Set<string>()
  const laptopOf = new Map<string, string>()
  const revoked = new Set<string>()
  const rescued = new Set<string>()
  let effects = 0
  let unguarded = 0

  const note = (effect: Effect): void => {
    const { by, userid, box, begun, at } = effect
    effects += 1
    // A laptop that died while it saved may have the job, although nobody was told.
    const job = jobOf.get(userid) ?? userid
    if (!wished.has(userid))
      return void wrong.push(`${effect.effect} of ${userid} by ${by}, which no technician wanted`)
    const knew = revoked.has(by) ? 'could not ask' : book.knowledge(by, job, begun, at)
    const sent = { ...effect, job, knew }
    if (knew === 'conflict' || knew === 'moved')
      wrong.push(`${describe(sent)} although it was told of another one that has it`)
    if (knew === 'did not ask' && jobOf.has(userid)) wrong.push(describe(sent))
    // A corrected job binds another box.
    const what = `${effect.effect} ${userid} ${effect.effect === 'create' ? '' : box}`
    sentOf.set(what, [...(sentOf.get(what) ?? []), sent])
    if (box !== '') sentForBox.set(box, [...(sentForBox.get(box) ?? []), sent])
    if (moved.has(job)) rescued.add(job)
  }
  readExchanges(happenings, {
    onAsked({ asked, isCopy }) {
      if (asked.call !== 'work.rescue' || isCopy) return
      for (const { job } of asked.request.items) book.forget(laptopOf.get(asked.request.to) ?? '', job)
    },
    onAnswered({ asked, by, isCopy }, reply) {
      if (!reply.ok || isCopy) return
      if (asked.call === 'enrol' && 'station' in reply.value) laptopOf.set(reply.value.station, by)
      if (asked.call === 'work.rescue') for (const { job } of asked.request.items) moved.add(job)
      if (asked.call === 'stations.revoke') revoked.add(laptopOf.get(asked.request.station) ?? '')
    },
    onHeard: (exchange, reply, place) => book.onHeard(exchange, reply, place),
    onOther(happening, place) {
      if (happening.what === 'unheard') book.onUnheard(happening, place)
      if (happening.what === 'saved') jobOf.set(happening.userid, happening.job)
      if (happening.what === 'effect') note(happening)
      if (happening.what !== 'wished') return
      const { userid, box, by } = happening
      wished.add(userid)
      if (box !== '') saversOf.set(box, (saversOf.get(box) ?? new Set()).add(by))
    },
  })
  /** Two laptops sent the same. That is allowed only if one of them could not ask the hub. */
  const judgeTwo = (what: string, all: readonly Sent[]): void => {
    const isExcused = all.some(({ knew }) => knew === 'could not ask') && new Set(all.map(({ by }) => by)).size > 1
    if (isExcused) unguarded += 1
    else wrong.push(`${what} was sent by two: ${all.map(describe).join(' and ')}`)
  }
  for (const all of sentOf.values())
    if (all.length > 1)
      judgeTwo(`${all[0]?.effect} of ${all[0]?.job}${moved.has(all[0]?.job ?? '') ? ', which was moved,' : ''}`, all)
  for (const [box, all] of sentForBox) {
    // Only the first call of each job counts, because later calls belong to the same job.
    const firsts = [...Map.groupBy(all, ({ userid }) => userid).values()].flatMap(([first]) => first ?? [])
    if (firsts.length > 1) judgeTwo(box, firsts)
  }
  const contested = [...saversOf.values()].filter((savers) => savers.size > 1).length
  return { wrong, counts: { effects, boxes: sentForBox.size, contested, rescued: rescued.size, unguarded } }
}

const describe = ({ by, job, effect, knew }: Sent): string => `${by} sent ${effect} of ${job} and ${wordsOf[knew]}`

const wordsOf: Readonly<Record<Knowledge, string>> = {
  held: 'had its claim',
  conflict: 'knew of a conflict',
  moved: 'knew that it was moved',
  'could not ask': 'could not ask the hub',
  'did not ask': 'did not ask the hub',
}

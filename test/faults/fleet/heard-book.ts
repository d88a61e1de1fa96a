import type { HubAnswer } from '../../../src/shared/fleet/hub-calls.ts'
import type { Happening, HubExchange, HubReply } from './happenings.ts'

/** What a laptop knew about its job when it sent a call for the job. */
export type Knowledge =
  /** The laptop had the job's claim. The claim was confirmed, or it had not lapsed and nothing showed that the hub could not be asked. */
  | 'held'
  /** The laptop was told that another job has the box, or that another station has the job. */
  | 'conflict'
  | 'moved'
  /** The hub could not be asked, and had not confirmed a claim. A claim that was only taken lapses if its laptop stays away. */
  | 'could not ask'
  /** The hub had not confirmed a claim, and the laptop never asked it although the hub answered. */
  | 'did not ask'

interface Heard {
  readonly place: number
  readonly says: 'held' | 'conflict' | 'moved'
  /** Milliseconds since 1970; infinite after a confirmation. */
  readonly until: number
}

const add = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Follows what each laptop heard from the hub about its jobs, and when it heard nothing. */
export function createHeardBook() {
  const heard = new Map<string, Heard[]>()
  const unheard = new Map<string, number[]>()
  const outcomes = new Map<string, { readonly place: number; readonly isHeard: boolean }[]>()
  const hear = (by: string, job: string, one: Heard): void => add(heard, `${by} ${job}`, one)

  return {
    onHeard({ asked, by }: HubExchange, reply: HubReply, place: number) {
      // The laptop has no session yet, or no longer. The first call signs in, and the others wait a short time for the result.
      const isSignedOut = !reply.ok && reply.error.code === 'not-signed-in'
      if (isSignedOut || asked.call === 'enrol' || asked.call === 'challenge')
        return add(outcomes, by, { place, isHeard: false })
      if (!reply.ok || asked.call === 'sign-in') return
      add(outcomes, by, { place, isHeard: true })
      // The casts are safe, because each answer belongs to its call.
      if (asked.call === 'claims.take')
        for (const answer of (reply.value as HubAnswer<'claims.take'>).jobs) {
          // The laptop asks again at once.
          if (answer.result === 'late') continue
          const until = answer.result === 'held' ? Date.parse(answer.until) : 0
          hear(by, answer.job, { place, says: answer.result, until })
        }
      if (asked.call === 'claims.confirm') {
        const { result } = reply.value as HubAnswer<'claims.confirm'>
        if (result !== 'lapsed') hear(by, asked.request.job, { place, says: result, until: Number.POSITIVE_INFINITY })
        else hear(by, asked.request.job, { place, says: 'held', until: 0 })
      }
      if (asked.call === 'work.put')
        for (const job of (reply.value as HubAnswer<'work.put'>).moved)
          hear(by, job, { place, says: 'moved', until: 0 })
    },
    onUnheard({ by, jobs }: Happening & { what: 'unheard' }, place: number) {
      add(outcomes, by, { place, isHeard: false })
      for (const job of jobs) add(unheard, `${by} ${job}`, place)
    },
    /** A job comes back to a laptop, so what the laptop was told before no longer counts. */
    forget: (by: string, job: string) => void heard.delete(`${by} ${job}`),
    /** What a laptop knew of its job at a place and time. */
    knowledge(by: string, job: string, place: number, at: number): Knowledge {
      const known = heard.get(`${by} ${job}`)?.findLast((one) => one.place < place)
      if (known !== undefined && known.says !== 'held') return known.says
      const hasTried = unheard.get(`${by} ${job}`)?.some((one) => one < place && one > (known?.place ?? -1)) === true
      if (known !== undefined && known.until > at && !(hasTried && Number.isFinite(known.until))) return 'held'
      const last = outcomes.get(by)?.findLast((one) => one.place < place)
      return hasTried || last?.isHeard !== true ? 'could not ask' : 'did not ask'
    },
  }
}

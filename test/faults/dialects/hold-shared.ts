import { findAbsent, sharedRead } from '../../../src/main/jobs/shared-reading.ts'
import type { Answer } from '../../../src/platform/answer.ts'
import { operation } from '../../../src/platform/catalogue/catalogue.ts'
import type { Platform } from '../../platforms/platform.ts'
import type { Random } from '../../platforms/random.ts'
import type { DrawnCall } from './draw-calls.ts'

/** A question for several customers: two known ones around others, of whom only some exist. */
export interface SharedQuestion {
  readonly known: readonly [string, string]
  readonly others: readonly string[]
}

/** Puts two known customers and some others on the platform, and asks for these and for some who do not exist. */
export function drawShared(platform: Platform, random: Random): SharedQuestion {
  const { endDay = 0 } = platform.customers()[0] ?? {}
  const ids = Array.from({ length: 2 + random.below(7) }, (_, index) => String(6_400_000_100 + index * 37))
  const known = ['6400000001', '6400000002'] as const
  for (const userid of [...known, ...ids.filter(() => random.chance(0.3))])
    platform.makeCustomer({
      userid,
      password: 'pw-1',
      endDay: endDay + random.below(300),
      isDisabled: random.chance(0.3),
      isPending: random.chance(0.3),
    })
  return { known, others: ids }
}

/** The call for these user IDs. */
export function callFor({ authToken, crmService }: Platform, ids: readonly string[]): DrawnCall {
  const shared = operation(sharedRead)
  const { method, path } = shared
  const body = JSON.stringify({ user_ids: ids })
  return { operation: shared, call: { method, path, query: { crmService, authToken }, body } }
}

/** Part of the question, as a platform would read it that leaves user IDs out; the whole of it is the last one. */
export function partsOf({ known: [first, last], others }: SharedQuestion): readonly (readonly string[])[] {
  const whole = [first, ...others, last]
  return [whole.slice(0, -1), whole.slice(1), whole.slice(0, 1), whole.slice(-1), [], whole]
}

/**
 * The user IDs that an answer to `part` seems to prove absent and that exist, or that a platform was not even asked for; one a line.
 */
export function holdShared(
  platform: Platform,
  { known, others }: SharedQuestion,
  part: readonly string[],
  answer: Answer,
): readonly string[] {
  const absent = [...findAbsent(answer, others, known)]
  const existing = new Set(platform.customers().map(({ userid }) => userid))
  const isWhole = known.every((userid) => part.includes(userid))
  return absent.flatMap((userid) =>
    existing.has(userid) ? [`${userid} exists, and is called absent`] : isWhole ? [] : [`${userid} was not asked for`],
  )
}

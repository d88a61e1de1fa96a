import { z } from 'zod'
import type { HubError } from '../shared/fleet/hub-calls.ts'
import type { HubDatabase } from './database/hub-database.ts'
import type { HubLog } from './log.ts'

export interface CommitWatchDeps {
  readonly database: Pick<HubDatabase, 'ask' | 'call'>
  readonly log: HubLog
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  readonly onWaiting: (count: number, seconds: number) => void
}

/** A standby that is well confirms within milliseconds. */
const longestSeconds = 3
/** So often something is committed while nothing waits, milliseconds. */
const tryMs = 10_000

export const commitsWait: HubError = {
  code: 'unavailable',
  message: 'The database confirms nothing, because a standby is away. Try again later.',
}

const waitingSchema = z.object({ count: z.number(), seconds: z.number() })

/** Watches whether commits wait for a synchronous standby that is away: then the database answers, and confirms nothing. */
export function createCommitWatch({ database, log, now, onWaiting }: CommitWatchDeps) {
  let isWaiting = false
  let isTrying = false
  let triedAt = Number.NEGATIVE_INFINITY

  /** One at a time, and none while another commit tells the same. */
  async function tryCommit(): Promise<void> {
    isTrying = true
    triedAt = now()
    await database.call('try_commit')
    isTrying = false
  }

  return {
    isWaiting: () => isWaiting,
    /** Asks the database once. If it does not answer, no commit counts as waiting. */
    async look(): Promise<void> {
      const asked = await database.ask('waiting_commits')
      const waiting = asked.ok ? waitingSchema.parse(asked.value) : { count: 0, seconds: 0 }
      onWaiting(waiting.count, waiting.seconds)
      const isNow = waiting.seconds > longestSeconds
      if (isNow && !isWaiting) log.warn('commits-wait', waiting)
      if (isWaiting && asked.ok && !isNow) log.info('commits-go-on')
      isWaiting = asked.ok ? isNow : false
      if (asked.ok && waiting.count === 0 && !isTrying && now() - triedAt >= tryMs) void tryCommit()
    },
  }
}

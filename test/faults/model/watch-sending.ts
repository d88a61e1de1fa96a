import type { CommittedAttempt } from '../inside/read-committed.ts'

const overSteps = new Set(['done', 'unconfirmed', 'skipped'])

/** A step is sent after the earlier steps, from a job in progress, and after `unknown` only once it was read back. */
export function holdToOrder({ operation, jobState, entries, earlier }: CommittedAttempt): void {
  const attempt = entries.at(-1)
  if (attempt?.type !== 'attempt') throw new Error(`${operation} was sent, and its last happening is ${attempt?.type}`)
  if (jobState !== 'sending') throw new Error(`${operation} was sent for a job that is ${jobState}`)
  const open = earlier.find((state) => !overSteps.has(state))
  if (open !== undefined) throw new Error(`${operation} was sent while a step before it is ${open}`)
  const before = entries.slice(0, -1)
  const tried = before.findLastIndex(({ type }) => type === 'attempt')
  if (tried === -1) return
  const since = before.slice(tried + 1)
  const verdict = since.find(({ type }) => type === 'verdict')
  if (verdict === undefined) throw new Error(`${operation} was sent again while its last try has no verdict`)
  if (verdict.result !== 'unknown' || attempt.revision !== before[tried]?.revision) return
  const later = since.filter(({ sequence }) => sequence > verdict.sequence)
  const isChosen = later.some(({ type, result }) => type === 'choice' && result === 'send-again')
  const absences = later.filter(({ type, result }) => type === 'reading' && result === 'absent').length
  if (!isChosen && absences < 2)
    throw new Error(`${operation} was sent again after unknown with ${absences} absences read`)
}

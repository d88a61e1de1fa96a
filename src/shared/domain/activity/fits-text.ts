import { formatMac } from '../device-identifier.ts'
import type { JobSummary } from '../job.ts'

/** Whether a job contains every typed word. The search covers the box in any notation, names, user ID, hostname, product and model. */
export const fitsText = (job: JobSummary, typed: string): boolean => fitsGround(typed)(searchWordsOf(job))

/** The searchable words of a job. */
export const searchWordsOf = (job: JobSummary): string =>
  plain(
    [job.customerName, job.userid, job.hostname, job.productName, job.model, job.box?.value, writtenWithColons(job)]
      .filter((part) => part !== undefined)
      .join(' '),
  )

/** Returns a test for a job's searchable words: they must contain every typed word. An empty text fits every job. */
export function fitsGround(typed: string): (ground: string) => boolean {
  const words = plain(typed)
    .split(/\s+/)
    .map((word) => [word, word.replace(/[:.-]/g, '')] as const)
  return (ground) => words.every(([word, bare]) => ground.includes(word) || ground.includes(bare))
}

const writtenWithColons = ({ box }: JobSummary): string | undefined =>
  box?.kind === 'mac' ? formatMac(box.value, 'colon') : undefined

/** A text without accents and in lower case, for comparison with typed text. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

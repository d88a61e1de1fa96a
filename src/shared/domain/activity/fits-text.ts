import type { JobSummary } from '../job.ts'

/** Whether a job contains every typed word. The search covers the box in any notation, names, user ID, hostname, product and model. */
export const fitsText = (job: JobSummary, typed: string): boolean => fitsGround(typed)(searchWordsOf(job))

export const searchWordsOf = (job: JobSummary): string =>
  withoutSeparators(
    plain(
      [job.customerName, job.userid, job.hostname, job.productName, job.model, job.box?.value]
        .filter((part) => part !== undefined)
        .join(' '),
    ),
  )

/** Returns a test for a job's searchable words: they must contain every typed word. An empty text fits every job. */
export function fitsGround(typed: string): (ground: string) => boolean {
  const words = plain(typed).split(/\s+/).map(withoutSeparators)
  return (ground) => words.every((word) => ground.includes(word))
}

/** Removes the signs that separate the parts of a MAC address or of a name, so that the notation makes no difference. */
const withoutSeparators = (text: string): string => text.replace(/[:.-]/g, '')

/** A text without accents and in lower case, for comparison with typed text. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

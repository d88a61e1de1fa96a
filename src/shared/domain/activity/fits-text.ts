import { formatMac } from '../device-identifier.ts'
import type { JobSummary } from '../job.ts'

/** Whether a job contains every typed word: a box in any notation, a name, a user ID, a hostname, a product, a model. */
export function fitsText(job: JobSummary, typed: string): boolean {
  const ground = plain(
    [job.customerName, job.userid, job.hostname, job.productName, job.model, job.box?.value, writtenWithColons(job)]
      .filter((part) => part !== undefined)
      .join(' '),
  )
  const words = plain(typed).split(/\s+/)
  return words.every((word) => ground.includes(word) || ground.includes(word.replace(/[:.-]/g, '')))
}

const writtenWithColons = ({ box }: JobSummary): string | undefined =>
  box?.kind === 'mac' ? formatMac(box.value, 'colon') : undefined

/** A text without accents and upper case, to compare what was typed. */
export const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

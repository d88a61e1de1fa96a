import { formatMac } from '../../../../shared/domain/device-identifier.ts'
import type { JobSummary } from '../../../../shared/domain/job.ts'

/** Whether every word that was typed is somewhere in the row: a box in any writing, a name, a log-in, a hostname. */
export function fitsText(job: JobSummary, typed: string): boolean {
  const ground = plain(
    [job.customerName, job.userid, job.hostname, job.productName, job.model, job.box?.value, writtenWithColons(job)]
      .filter((part) => part !== undefined)
      .join(' '),
  )
  return plain(typed)
    .split(/\s+/)
    .every((word) => ground.includes(word) || ground.includes(word.replace(/[:.-]/g, '')))
}

function writtenWithColons({ box }: JobSummary): string | undefined {
  return box?.kind === 'mac' ? formatMac(box.value, 'colon') : undefined
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

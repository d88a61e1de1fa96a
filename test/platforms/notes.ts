import type { PlatformDescription } from './description.ts'

/** What no reader can know about the platform, or only with a field mapping. These do not count as mistakes of a reader. */
export function findNotes({
  encoding,
  answers,
  reads,
  values,
  behaviour,
}: Pick<PlatformDescription, 'encoding' | 'answers' | 'reads' | 'values' | 'behaviour'>): readonly string[] {
  const notes: string[] = []
  const note = (applies: boolean, text: string): void => {
    if (applies) notes.push(text)
  }
  const isCounted = ['unix-seconds', 'unix-ms', 'json-date'].includes(values.dateForm)
  const utcSecond = values.secondOfDay - values.zoneMinutes * 60
  const createShows = ['credentials', 'record', 'bare-userid'].includes(answers.create.style)
  note(reads.endDateIn === 'none', 'no read shows an end date')
  note(reads.endDateIn === 'v1', 'getCustomer_V2 shows no end date')
  note(reads.endDateIn === 'v2', 'getCustomer and getCustomers show no end date')
  note(
    isCounted && (utcSecond < 0 || utcSecond >= 86_400),
    `end dates are instants at ${values.zoneMinutes} minutes from UTC: in UTC they fall on another day`,
  )
  note(/^dd[/-]MM/.test(values.dateForm), 'the day stands before the month')
  note(values.dateForm === 'MM/dd/yyyy', 'the month stands before the day')
  note(!createShows, 'a creation does not tell the user ID and password it gave')
  note(values.password !== 'shown', 'no read shows the password')
  note(!reads.fields.includes('status'), 'customer records have no status')
  note(!reads.fields.includes('customermappingid'), 'customer records have no mapping ID')
  note(values.product === 'none', 'customer records have no product')
  note(reads.trace === 'none', 'a renewal or change leaves no trace but the end date')
  note(behaviour.passwordOnReads === 'always', 'reads of one customer demand the password')
  note(!behaviour.doesUuidBind, 'a creation with a device does not bind it')
  note(encoding.encoding === 'columns' && !encoding.text.hasHeader, 'columns have no names')
  return notes
}

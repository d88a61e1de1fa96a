import { customerStatuses, knownStatus, type CustomerStatus } from '../shared/domain/status.ts'
import { statusWords } from '../shared/domain/taught-names.ts'
import { plainWords, type FieldNames } from './field-names.ts'

/** The status that a word was taught to stand for; none where it was taught to stand for two. */
export function taughtStatus(text: string, names: FieldNames): CustomerStatus | undefined {
  const said = plainWords(text)
  const meant = customerStatuses.filter((status) => names[statusWords[status]].includes(said))
  return meant.length === 1 ? meant[0] : undefined
}

/** The status that a word stands for: as it was taught, or as the interface document has it. */
export const statusMeant = (text: string, names: FieldNames): CustomerStatus | undefined =>
  taughtStatus(text, names) ?? knownStatus(text)

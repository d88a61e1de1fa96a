import { customerStatuses, knownStatus, type CustomerStatus } from '../../shared/domain/status.ts'
import { statusWords } from '../../shared/domain/field-mapping/field-mapping.ts'
import type { Json } from '../answer.ts'
import { plainWords, type FieldNames } from '../field-names.ts'
import { asText } from '../find-fields.ts'

/** The status that a word is mapped to; undefined if it is mapped to two. */
function mappedStatus(text: string, names: FieldNames): CustomerStatus | undefined {
  const said = plainWords(text)
  const meant = customerStatuses.filter((status) => names[statusWords[status]].includes(said))
  return meant.length === 1 ? meant[0] : undefined
}

/** Whether a value is a word that is mapped to a status. */
export function isMappedStatus(value: Json | undefined, names: FieldNames): boolean {
  const text = asText(value)
  return text !== undefined && mappedStatus(text, names) !== undefined
}

/** The status that a word means: by the field mapping, or by the interface document. */
export const statusMeant = (text: string, names: FieldNames): CustomerStatus | undefined =>
  mappedStatus(text, names) ?? knownStatus(text)

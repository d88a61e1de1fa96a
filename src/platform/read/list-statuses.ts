import type { CustomerStatus } from '../../shared/domain/status.ts'
import type { Json } from '../answer.ts'
import { isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { plainName, plainWords, type FieldNames } from '../field-names.ts'
import { asText } from '../find-fields.ts'
import { statusMeant } from './status-word.ts'

/** A value that stands where a customer's status does, and the status that it is read as. */
export interface StatusSaid {
  readonly said: string
  readonly meant?: CustomerStatus
}

/** More, or longer, is something else than a status. */
const mostStatuses = 40
const longestStatus = 60

/**
 * Every value under a name for the status, once, in whatever record it is. Where there is no such name, a question for statuses
 * may be answered by a status alone, or by an object that maps user ids to them.
 */
export function listStatuses(
  data: Json | undefined,
  { section }: Pick<Operation, 'section'>,
  names: FieldNames,
): readonly StatusSaid[] {
  if (data === undefined) return []
  const named = valuesIn(data, (object) =>
    Object.entries(object).flatMap(([key, value]) => (names.status.includes(plainName(key)) ? [value] : [])),
  )
  const values = named.length > 0 || section !== 'CustomerStatus' ? named : unnamedIn(data)
  const found = new Map<string, string>()
  for (const text of values.flatMap((value) => asText(value) ?? []))
    if (text.length <= longestStatus && !found.has(plainWords(text))) found.set(plainWords(text), text)
  return [...found.values()].slice(0, mostStatuses).map((said) => {
    const meant = statusMeant(said, names)
    return { said, ...(meant && { meant }) }
  })
}

type Values = readonly Json[]

/** What is picked out of every object of an answer. */
function valuesIn(data: Json, pick: (object: { readonly [key: string]: Json }) => Values): Values {
  if (Array.isArray(data)) return (data as Values).flatMap((element) => valuesIn(element, pick))
  if (!isObject(data)) return []
  return [...pick(data), ...Object.values(data).flatMap((inner) => valuesIn(inner, pick))]
}

/** A bare value, or those of an object that holds nothing but bare values under names with digits, as user ids have. */
function unnamedIn(data: Json): Values {
  if (asText(data) !== undefined) return [data]
  return valuesIn(data, (object) => {
    const isMapping = Object.entries(object).every(([key, value]) => /\d/.test(key) && asText(value) !== undefined)
    return isMapping ? Object.values(object) : []
  })
}

import { plainName, type FieldNames } from '../field-names.ts'
import { asText, type JsonObject } from '../find-fields.ts'

const known = new WeakMap<FieldNames, ReadonlySet<string>>()

/** All known names, cached for each set of field names. */
function knownNames(names: FieldNames): ReadonlySet<string> {
  const before = known.get(names)
  if (before !== undefined) return before
  const { mapped, ...fields } = names
  const all = new Set([...Object.values(fields).flat(), ...[...(mapped?.values() ?? [])].flat()])
  known.set(names, all)
  return all
}

/** A date, a number, an address or an identifier cannot change the meaning of an answer. */
const isPlainValue = (text: string): boolean =>
  !/\p{L}/u.test(text) || /^[\w.:/@+-]*\d[\w.:/@+-]*$/.test(text) || /^https?:\/\/\S+$/i.test(text)

/** Whether a name is a known name of a field, so that it cannot be a user ID. */
export const isKnownName = (name: string, names: FieldNames): boolean => knownNames(names).has(plainName(name))

/** Whether an object has words or a flag under an unknown name: they may mean anything. */
export const isStrange = (object: JsonObject, names: FieldNames): boolean =>
  Object.entries(object).some(([key, value]) => {
    const text = asText(value)
    return text !== undefined && !isPlainValue(text) && !isKnownName(key, names)
  })

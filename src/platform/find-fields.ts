import type { Json } from './answer.ts'
import { isObject } from './body.ts'
import { plainName, mappedOf, type Field, type FieldNames } from './field-names.ts'

/** A JSON object in an answer. */
export type JsonObject = { readonly [key: string]: Json }

/** All values of the object under any name of the field, the most trusted name first. */
export function findAll(object: JsonObject, field: Field, names: FieldNames): readonly Json[] {
  const entries = Object.entries(object).map(([key, value]) => [plainName(key), value] as const)
  return names[field].flatMap((name) => entries.flatMap(([key, value]) => (key === name ? [value] : [])))
}

/** All values under the names that the field mapping gives the field. */
export const findMapped = (object: JsonObject, field: Field, names: FieldNames): readonly Json[] =>
  findAll(object, field, { ...names, [field]: mappedOf(field, names) })

/** The field as text. Numbers and flags count, an empty text does not. */
export function findText(object: JsonObject, field: Field, names: FieldNames): string | undefined {
  return findAll(object, field, names)
    .map(asText)
    .find((text) => text !== undefined)
}

/** A plain value as trimmed text; undefined for null, an empty text, an object or an array. */
export function asText(value: Json | undefined): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/**
 * The parts that the object only wraps: those under the name of a wrapper, or under its only key. Removes XML's root element
 * and other envelopes.
 */
export function unwrapObject(object: JsonObject, names: FieldNames): readonly Json[] {
  const entries = Object.entries(object)
  return entries.flatMap(([key, value]) => {
    const name = plainName(key)
    if (typeof value !== 'object' || value === null) return []
    if (names.fault.includes(name) || names.message.includes(name)) return []
    const wraps =
      entries.length === 1 || names.wrapper.includes(name) || /(?:result|response|return|output)$/.test(name)
    return wraps ? [value] : []
  })
}

/** The objects of an answer by level: the outermost first, then the objects inside them, and so on. */
export function objectLevels(data: Json | undefined, names: FieldNames): readonly (readonly JsonObject[])[] {
  const levels: JsonObject[][] = []
  let level: readonly Json[] = data === undefined ? [] : [data]
  while (level.length > 0) {
    const objects = level
      .flatMap((value) => (Array.isArray(value) ? (value as readonly Json[]) : [value]))
      .filter(isObject)
    if (objects.length > 0) levels.push(objects)
    level = objects.flatMap((object) => unwrapObject(object, names))
  }
  return levels
}

/**
 * Whether the data is an empty list, or an envelope around one. False if the envelope holds another object or list beside
 * the empty one.
 */
export function isEmptyList(data: Json | undefined, names: FieldNames): boolean {
  if (Array.isArray(data)) return data.length === 0
  if (!isObject(data)) return false
  const parts: readonly Json[] = Object.values(data).filter((value) => typeof value === 'object' && value !== null)
  const lists: readonly Json[] = findAll(data, 'customerList', names).filter((one) => one === '' || Array.isArray(one))
  const [inside, ...others] = [...new Set([...parts, ...lists])]
  if (inside === undefined || others.length > 0) return false
  if (inside === '') return true
  const isList = lists.includes(inside) || unwrapObject(data, names).includes(inside)
  return isList && isEmptyList(inside, names)
}

import type { Leaf, SaidStatus } from '../../shared/bridge/console-channels.ts'
import { mappable, mappedWords, type Mappable } from '../../shared/domain/field-mapping/field-mapping.ts'
import { type FieldNames, type Json, plainName, plainWords } from '../answer.ts'
import { isObject } from '../body.ts'
import { asText, statusMeant } from '../find-fields.ts'
import { redacted, soundsLikePassword } from '../redact.ts'
import type { Operation } from '../catalogue/operation.ts'

/** The largest number of statuses that is listed. `longestStatus`: a longer value is not a status and is left out. */
const mostStatuses = 40

const longestStatus = 60

type Values = readonly Json[]

/** The largest number of fields that is listed. An answer with more fields is not a record. */
const mostLeaves = 200
const longestSample = 100

/** Lists the fields of an answer in order, each once and with a sample value. Passwords are masked. */
export function listLeaves(data: Json | undefined, names: FieldNames): readonly Leaf[] {
  const found = new Map<string, Leaf>()
  const walk = (value: Json, keys: readonly string[]): void => {
    if (found.size >= mostLeaves) return
    if (Array.isArray(value)) {
      const list = value as readonly Json[]
      // An empty list is listed too, so that its name can be mapped.
      for (const element of list.length === 0 ? [''] : list) walk(element, [...keys, '[]'])
      return
    }
    if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...keys, key])
      return
    }
    const path = JSON.stringify(keys)
    const before = found.get(path)
    if (before !== undefined && before.sample !== '') return
    found.set(path, leafOf(keys, asText(value) ?? '', names))
  }
  if (data !== undefined) walk(data, [])
  return [...found.values()]
}

function leafOf(keys: readonly string[], text: string, names: FieldNames): Leaf {
  const key = keys.findLast((one) => one !== '[]')
  const name = key === undefined ? '' : plainName(key)
  const words: readonly Mappable[] = mappedWords
  const known = mappable.find((meaning) => !words.includes(meaning) && name !== '' && names[meaning].includes(name))
  const isSecret = known === 'password' || (key !== undefined && soundsLikePassword(key))
  const around = key === undefined ? [] : keys.slice(0, keys.lastIndexOf(key)).filter((one) => one !== '[]')
  const lookedInto = new Set([...names.wrapper, ...names.deviceList, ...names.customerList])
  const isHidden = known !== undefined && around.some((one) => !lookedInto.has(plainName(one)))
  return {
    keys: [...keys],
    sample: isSecret && text !== '' ? redacted : text.slice(0, longestSample),
    ...(known && { known }),
    ...(isHidden && { isHidden }),
  }
}

/**
 * The distinct values under any name for a status, in all records. If there is no such name, the answer to a status call may be a bare
 * status, or an object that maps user IDs to statuses.
 */
export function listStatuses(
  data: Json | undefined,
  { section }: Pick<Operation, 'section'>,
  names: FieldNames,
): readonly SaidStatus[] {
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

function valuesIn(data: Json, pick: (object: { readonly [key: string]: Json }) => Values): Values {
  if (Array.isArray(data)) return (data as Values).flatMap((element) => valuesIn(element, pick))
  if (!isObject(data)) return []
  return [...pick(data), ...Object.values(data).flatMap((inner) => valuesIn(inner, pick))]
}

/** A bare value, or the values of each object with only plain values and a digit in every key. Its keys may be user IDs. */
function unnamedIn(data: Json): Values {
  if (asText(data) !== undefined) return [data]
  return valuesIn(data, (object) => {
    const isMapping = Object.entries(object).every(([key, value]) => /\d/.test(key) && asText(value) !== undefined)
    return isMapping ? Object.values(object) : []
  })
}

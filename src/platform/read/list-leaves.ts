import { teachable, taughtWords, type Teachable } from '../../shared/domain/teach/taught-names.ts'
import type { Json } from '../answer.ts'
import { isObject } from '../body.ts'
import { plainName, type FieldNames } from '../field-names.ts'
import { asText } from '../find-fields.ts'
import { redacted, soundsLikePassword } from '../redact.ts'

/** One value of an answer: where it stands (`[]` for an element of a list), what it is, what its name is taken for. */
export interface AnswerLeaf {
  readonly keys: readonly string[]
  readonly sample: string
  readonly known?: Teachable
  /** It is known, and stands inside something that readers do not look into. */
  readonly isHidden?: true
}

/** More is a list of something else than fields. */
const mostLeaves = 200
const longestSample = 100

/** Every value of an answer once, however many records it is in, outermost first as they come. Passwords are masked. */
export function listLeaves(data: Json | undefined, names: FieldNames): readonly AnswerLeaf[] {
  const found = new Map<string, AnswerLeaf>()
  const walk = (value: Json, keys: readonly string[]): void => {
    if (found.size >= mostLeaves) return
    if (Array.isArray(value)) {
      const list = value as readonly Json[]
      // An empty list has a name to be taught as well.
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

function leafOf(keys: readonly string[], text: string, names: FieldNames): AnswerLeaf {
  const key = keys.findLast((one) => one !== '[]')
  const name = key === undefined ? '' : plainName(key)
  const words: readonly Teachable[] = taughtWords
  const known = teachable.find((meaning) => !words.includes(meaning) && name !== '' && names[meaning].includes(name))
  const isSecret = known === 'password' || (key !== undefined && soundsLikePassword(key))
  const around = key === undefined ? [] : keys.slice(0, keys.lastIndexOf(key)).filter((one) => one !== '[]')
  const lookedInto = new Set([...names.wrapper, ...names.deviceList, ...names.customerList])
  const isHidden = known !== undefined && around.some((one) => !lookedInto.has(plainName(one)))
  return {
    keys,
    sample: isSecret && text !== '' ? redacted : text.slice(0, longestSample),
    ...(known && { known }),
    ...(isHidden && { isHidden }),
  }
}

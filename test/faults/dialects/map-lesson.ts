import { withFieldMapping, type FieldNames } from '../../../src/platform/answer.ts'
import { mappable, type FieldMapping, type Mappable } from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import type { Lesson } from '../../platforms/platform.ts'
import type { Meaning } from '../../platforms/names.ts'

/** The meanings that the field mapping names differently. */
const calledOtherwise: Readonly<Partial<Record<Meaning, Mappable>>> = {
  code: 'outcome',
  productName: 'product',
  innerWrapper: 'wrapper',
  errorWrapper: 'wrapper',
  customerItem: 'wrapper',
  deviceItem: 'wrapper',
  root: 'wrapper',
}

/** The name of this meaning in the field mapping; undefined if it cannot be mapped. */
export const mappableOf = (meaning: Meaning): Mappable | undefined =>
  calledOtherwise[meaning] ?? mappable.find((one) => one === meaning)

/** Most names or words for one meaning of a field mapping, and their greatest length. */
const most = 20
const longest = 100

/** The field mapping that an engineer would make for the platform. */
export function mapLesson({ fields, words }: Lesson): FieldMapping {
  const mapped: Partial<Record<Mappable, string[]>> = {}
  const map = (meaning: Mappable, name: string): void => {
    const known = (mapped[meaning] ??= [])
    if (known.length < most && name.length <= longest && name.trim() !== '' && !known.includes(name)) known.push(name)
  }
  for (const { name, meaning } of fields) {
    const own = mappableOf(meaning)
    if (own !== undefined) map(own, name)
  }
  for (const { word, meaning } of words) map(meaning, word)
  return mapped
}

/** The field names for reading answers with this mapping. */
export const namesOfLesson = (lesson: Lesson): FieldNames | undefined => withFieldMapping(mapLesson(lesson))

import { withTaughtNames, type FieldNames } from '../../../src/platform/field-names.ts'
import { teachable, type TaughtNames, type Teachable } from '../../../src/shared/domain/teach/taught-names.ts'
import type { Lesson } from '../../platforms/platform.ts'
import type { Meaning } from '../../platforms/names.ts'

/** The meanings that the field mapping names differently. */
const calledOtherwise: Readonly<Partial<Record<Meaning, Teachable>>> = {
  code: 'outcome',
  productName: 'product',
  innerWrapper: 'wrapper',
  errorWrapper: 'wrapper',
  customerItem: 'wrapper',
  deviceItem: 'wrapper',
  root: 'wrapper',
}

/** The name of this meaning in the field mapping; undefined if it cannot be mapped. */
export const teachableOf = (meaning: Meaning): Teachable | undefined =>
  calledOtherwise[meaning] ?? teachable.find((one) => one === meaning)

/** Most names or words for one meaning of a field mapping, and their greatest length. */
const most = 20
const longest = 100

/** The field mapping that an engineer would make for the platform. */
export function teachLesson({ fields, words }: Lesson): TaughtNames {
  const taught: Partial<Record<Teachable, string[]>> = {}
  const teach = (meaning: Teachable, name: string): void => {
    const known = (taught[meaning] ??= [])
    if (known.length < most && name.length <= longest && name.trim() !== '' && !known.includes(name)) known.push(name)
  }
  for (const { name, meaning } of fields) {
    const own = teachableOf(meaning)
    if (own !== undefined) teach(own, name)
  }
  for (const { word, meaning } of words) teach(meaning, word)
  return taught
}

/** The field names for reading answers with this mapping. */
export const namesOfLesson = (lesson: Lesson): FieldNames | undefined => withTaughtNames(teachLesson(lesson))

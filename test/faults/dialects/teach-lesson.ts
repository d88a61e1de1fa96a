import { withTaughtNames, type FieldNames } from '../../../src/platform/field-names.ts'
import { teachable, type TaughtNames, type Teachable } from '../../../src/shared/domain/teach/taught-names.ts'
import type { Lesson } from '../../platforms/platform.ts'
import type { Meaning } from '../../platforms/names.ts'

/** What the teach screen calls those meanings of a lesson that it calls otherwise. */
const calledOtherwise: Readonly<Partial<Record<Meaning, Teachable>>> = {
  code: 'outcome',
  productName: 'product',
  innerWrapper: 'wrapper',
  errorWrapper: 'wrapper',
  customerItem: 'wrapper',
  deviceItem: 'wrapper',
  root: 'wrapper',
}

/** What the teach screen calls this meaning; nothing where it cannot be taught. */
export const teachableOf = (meaning: Meaning): Teachable | undefined =>
  calledOtherwise[meaning] ?? teachable.find((one) => one === meaning)

/** So many names or words, and so long ones, can be taught of one meaning. */
const most = 20
const longest = 100

/** The field mapping that an engineer would make of a lesson. */
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

/** The names that answers are read by once the lesson was taught. */
export const namesOfLesson = (lesson: Lesson): FieldNames | undefined => withTaughtNames(teachLesson(lesson))

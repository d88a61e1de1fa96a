import { plainWords, type FieldNames } from '../field-names.ts'
import type { Wording } from './said.ts'

type TaughtWordNames = Pick<FieldNames, 'approvalWord' | 'refusalWord' | 'absenceWord'>

/**
 * What words say that were taught for a platform; undefined where none of them is in the text. Each counts where it stands
 * alone. Of a no and of an absence a phrase also counts within a sentence; a single word does not, since "not" may stand
 * beside it, and a figure is part of every date.
 */
export function readTaughtWords(text: string, names: TaughtWordNames): Wording | undefined {
  const words = plainWords(text)
  const [isYes, isNo, isAbsent] = [names.approvalWord, names.refusalWord, names.absenceWord].map((taught) =>
    taught.includes(words),
  )
  if (isYes === true || isNo === true || isAbsent === true)
    return meaning(isYes === true, isNo === true, isAbsent === true)
  const speaksOf = (taught: readonly string[]): boolean => taught.some((one) => isPhrase(one) && holds(words, one))
  const [no, absent] = [speaksOf(names.refusalWord), speaksOf(names.absenceWord)]
  const yes = speaksOf(names.approvalWord)
  return no || absent ? meaning(yes, no, absent) : undefined
}

/** A yes and a no at once are nothing. What is said of more than an absence is no proof of one. */
function meaning(yes: boolean, no: boolean, absent: boolean): Wording {
  const says = yes && (no || absent) ? 'says-nothing' : yes ? 'approves' : no ? 'refuses' : 'says-absent'
  return { says, speaksForYes: yes, speaksForNo: no || absent }
}

const isPhrase = (taught: string): boolean => /\p{L}\s+\S*\p{L}/u.test(taught)

/** Whether the phrase stands in the words as whole words. */
function holds(words: string, phrase: string): boolean {
  const at = words.indexOf(phrase)
  return at >= 0 && !isLetter(words[at - 1]) && !isLetter(words[at + phrase.length])
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

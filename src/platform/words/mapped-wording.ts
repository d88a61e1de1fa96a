import { plainWords, type FieldNames } from '../field-names.ts'
import type { Wording } from './said.ts'

type MappedWordNames = Pick<FieldNames, 'approvalWord' | 'refusalWord' | 'absenceWord'>

/**
 * What a text says by the mapped words; undefined if it contains none of them. A mapped word counts if it is the whole text. A
 * mapped phrase for no or absent also counts within a sentence. A single word does not, because "not" may be beside it, nor does
 * a number, because it is part of many dates.
 */
export function readMappedWords(text: string, names: MappedWordNames): Wording | undefined {
  const words = plainWords(text)
  const [isYes, isNo, isAbsent] = [names.approvalWord, names.refusalWord, names.absenceWord].map((mapped) =>
    mapped.includes(words),
  )
  if (isYes === true || isNo === true || isAbsent === true)
    return meaning(isYes === true, isNo === true, isAbsent === true)
  const speaksOf = (mapped: readonly string[]): boolean => mapped.some((one) => isPhrase(one) && holds(words, one))
  const [no, absent] = [speaksOf(names.refusalWord), speaksOf(names.absenceWord)]
  const yes = speaksOf(names.approvalWord)
  return no || absent ? meaning(yes, no, absent) : undefined
}

/** A yes and a no together say nothing. A no beside an absence does not prove the absence. */
function meaning(yes: boolean, no: boolean, absent: boolean): Wording {
  const says = yes && (no || absent) ? 'says-nothing' : yes ? 'approves' : no ? 'refuses' : 'says-absent'
  return { says, speaksForYes: yes, speaksForNo: no || absent }
}

const isPhrase = (mapped: string): boolean => /\p{L}\s+\S*\p{L}/u.test(mapped)

/** Whether the text contains the phrase as whole words. */
function holds(words: string, phrase: string): boolean {
  const at = words.indexOf(phrase)
  return at >= 0 && !isLetter(words[at - 1]) && !isLetter(words[at + phrase.length])
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

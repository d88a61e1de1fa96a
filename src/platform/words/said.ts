import { plainWords, type FieldNames } from '../field-names.ts'

/** The meaning of a platform's words. `busy`: the work may still be done, or may be done in part. */
export interface Wording {
  readonly says: 'approves' | 'refuses' | 'says-absent' | 'busy' | 'says-nothing'
  /** The text names the finished work ("Subscription renewed"), so it cannot refer to the HTTP exchange alone. */
  readonly namesWork?: true
  /** A mapped word or phrase gives this meaning. The rest of the text may say more. */
  readonly isMapped?: true
  /** At least part of the text says that the work was done. */
  readonly speaksForYes: boolean
  /** Something in the text sounds like no, even if only a "but". */
  readonly speaksForNo: boolean
}

/** Whether the words say anything, even in part, about the outcome of a call. */
export const saysSomething = ({ says, speaksForYes, speaksForNo }: Wording): boolean =>
  says !== 'says-nothing' || speaksForYes || speaksForNo

const credentialWords =
  /\b(?:auth\s*)?token\b|unauthori[sz]ed|not authori[sz]ed|authori[sz]ation|authenticat|credential|\bapi[\s-]?(?:key|user|client)\b|\b(?:wrong|invalid|incorrect|bad)\b.{0,30}\b(?:password|login|log-in|user ?name)\b|\b(?:password|login|log-in|user ?name)\b.{0,30}\b(?:wrong|invalid|incorrect|mismatch|not match)/i

/** Whether these words say that the platform rejected the company token or the customer's password. */
export const isAboutCredentials = (text: string): boolean => credentialWords.test(text)

export type MappedWordNames = Pick<FieldNames, 'approvalWord' | 'refusalWord' | 'absenceWord'>
type IsSaid = (mapped: readonly string[]) => boolean

/**
 * The meaning of a text by the mapped words. Undefined if none of these words counts. A mapped word counts if it is the whole text. A
 * mapped phrase for no or absent also counts within a sentence. Within a sentence, a single word does not count, because "not" may be
 * beside the word. A number does not count either, because many dates contain it.
 */
export function readMappedWords(text: string, names: MappedWordNames): Wording | undefined {
  const words = plainWords(text)
  const isWhole: IsSaid = (mapped) => mapped.includes(words)
  const isWithin: IsSaid = (mapped) => mapped.some((one) => isPhrase(one) && holds(words, one))
  if ([names.approvalWord, names.refusalWord, names.absenceWord].some(isWhole)) return meaning(names, isWhole)
  return [names.refusalWord, names.absenceWord].some(isWithin) ? meaning(names, isWithin) : undefined
}

/**
 * The meaning of mapped words. A yes together with a no says nothing. A no together with "absent" is a refusal, because the absence is not
 * proved.
 */
function meaning({ approvalWord, refusalWord, absenceWord }: MappedWordNames, isSaid: IsSaid): Wording {
  const [yes, no] = [isSaid(approvalWord), isSaid(refusalWord)]
  const speaksForNo = no || isSaid(absenceWord)
  const says = yes && speaksForNo ? 'says-nothing' : yes ? 'approves' : no ? 'refuses' : 'says-absent'
  return { says, isMapped: true, speaksForYes: yes, speaksForNo }
}

const isPhrase = (mapped: string): boolean => /\p{L}\s+\S*\p{L}/u.test(mapped)

/** Whether the text contains the phrase as whole words. */
function holds(words: string, phrase: string): boolean {
  const at = words.indexOf(phrase)
  return at >= 0 && !isLetter(words[at - 1]) && !isLetter(words[at + phrase.length])
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character)

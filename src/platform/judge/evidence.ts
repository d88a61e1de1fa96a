import type { AnswerFinding } from './finding.ts'

/** The evidence for a yes and for a no in an answer, from its fields and its words together. */
export interface Evidence {
  /** A plain yes. */
  readonly yes: boolean
  /** Part of the answer says yes, so a no is not believed. */
  readonly someYes: boolean
  /** A plain no, or a statement that the record does not exist. */
  readonly no: boolean
  /** Something sounds like no, so a yes is not believed. */
  readonly someNo: boolean
  /** The change may still be made. */
  readonly open: boolean
}

/** Weighs an answer. A yes that may refer to the HTTP exchange alone counts only if the whole answer was understood. */
export function weigh({ signals, wordings, unknownWords }: AnswerFinding): Evidence {
  const says = (what: AnswerFinding['wordings'][number]['says']): boolean => wordings.some((one) => one.says === what)
  const namesWork = wordings.some((one) => one.namesWork) && !unknownWords.some(hasWords)
  const agreed = (says('approves') || (signals.agreed && !signals.strange)) && unknownWords.length === 0
  return {
    yes: signals.succeeded || namesWork || agreed,
    someYes: signals.succeeded || signals.agreed || wordings.some(({ speaksForYes }) => speaksForYes),
    no: signals.failed || says('refuses') || says('says-absent'),
    someNo: signals.failed || signals.doubted || wordings.some(({ speaksForNo }) => speaksForNo),
    open: signals.unsure || says('busy'),
  }
}

/** A number or a flag may be beside words that were understood; unknown words may not. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !/^(?:true|false)$/i.test(text)

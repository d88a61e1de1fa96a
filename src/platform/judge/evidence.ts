import type { AnswerFinding } from './finding.ts'

/** What speaks for a yes and for a no in an answer, from its fields and its words together. */
export interface Evidence {
  /** A plain yes. */
  readonly yes: boolean
  /** A part of the answer says yes, which keeps a no from being believed. */
  readonly someYes: boolean
  /** A plain no, or that there is no such thing. */
  readonly no: boolean
  /** Something sounds like no, which keeps a yes from being believed. */
  readonly someNo: boolean
  /** The work may yet be done. */
  readonly open: boolean
}

/** Weighs an answer. A yes that may be said of the exchange alone counts only where all of the answer was understood. */
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

/** A figure or a flag may stand beside words that were understood; other words may not. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !/^(?:true|false)$/i.test(text)

import type { Answer } from '../../platform/answer.ts'

/** A portal or a proxy speaks in pages; the platform does not. */
export const isPage = ({ verdict, raw }: Pick<Answer, 'verdict' | 'raw'>): boolean =>
  verdict === 'unclear' && /^\s*<(?:!doctype html|html)/i.test(raw)

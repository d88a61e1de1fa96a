import type { Answer } from '../../platform/answer.ts'
import type { PlatformAccess } from './access.ts'
import { find, findFurther } from './find.ts'
import type { Step } from './rows.ts'
import type { Found, Knowledge } from './steps/step-rule.ts'
import { stepRules } from './steps/step-rules.ts'

/** What a look came to, with the answer that came last. */
export interface Looked {
  readonly answer: Answer
  readonly found: Found
}

/** Asks the platform for the effect of a step, further where one question cannot tell. */
export async function look(
  { kind, payload }: Pick<Step, 'kind' | 'payload'>,
  access: Pick<PlatformAccess, 'read'>,
  knowledge: Knowledge,
  stopping: AbortSignal,
): Promise<Looked> {
  const { reads, alsoReads } = stepRules[kind]
  const answer = await access.read(reads, payload.read, stopping)
  const found = find(kind, answer, knowledge)
  const isEnough = found.finding === 'unreached' || found.finding === 'credentials'
  if (isEnough || alsoReads?.isAsked(knowledge) !== true) return { answer, found }
  const further = await access.read(alsoReads.reads, {}, stopping)
  return { answer: further, found: findFurther(kind, found, further, knowledge) }
}

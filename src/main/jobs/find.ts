import type { StepKind } from '../../shared/domain/job.ts'
import type { Answer } from '../../platform/answer.ts'
import type { Finding } from './ledger/history.ts'
import { isPage } from './is-page.ts'
import { ordinaryOf } from './steps/console.ts'
import { foundOnly, type Found, type StepKnowledge } from './steps/step-rule.ts'
import { stepRules } from './steps/step-rules.ts'

/** Judges the answer to the read of a step. */
export function find(kind: StepKind, answer: Answer, knowledge: StepKnowledge): Found {
  const trouble = troubleWith(answer)
  return trouble === undefined ? stepRules[kind].judge(answer, inOrdinaryTerms(knowledge)) : foundOnly(trouble)
}

/** Judges the answer to the second read of a step, beside what the first one came to. */
export function findFurther(kind: StepKind, first: Found, answer: Answer, knowledge: StepKnowledge): Found {
  const trouble = troubleWith(answer)
  if (trouble === 'unreached') return foundOnly(trouble)
  return stepRules[kind].alsoReads?.judge(first, answer, inOrdinaryTerms(knowledge)) ?? first
}

/** The rules know ordinary work: an operation out of the console is judged as the work that it comes to. */
const inOrdinaryTerms = (knowledge: StepKnowledge): StepKnowledge => ({
  ...knowledge,
  payload: { ...knowledge.payload, intent: ordinaryOf(knowledge.payload.intent) },
})

/** No answer of the platform itself, or one that turns the asker away. */
function troubleWith(answer: Answer): Finding | undefined {
  if (answer.reach !== 'answered') return 'unreached'
  const status = answer.status ?? 0
  if (status >= 500 || status === 408 || status === 429 || (status >= 300 && status < 400)) return 'unreached'
  if (answer.credentials === true) return 'credentials'
  if (isPage(answer)) return 'unreached'
  if (answer.verdict === 'unclear' || answer.verdict === 'refused') return 'unclear'
  return undefined
}

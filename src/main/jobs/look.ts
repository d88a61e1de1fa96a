import type { Answer } from '../../platform/answer.ts'
import { type PlatformAccess, isPage } from './access.ts'
import type { Parameters, Tried } from './ledger/payload.ts'
import type { Step } from './ledger/rows.ts'
import { foundOnly, type Found, type StepKnowledge } from './steps/step-parts.ts'
import { stepRules } from './plans.ts'
import type { StepKind } from '../../shared/domain/job.ts'
import type { Finding } from './ledger/history.ts'
import { ordinaryOf } from './steps/console.ts'
import { isUnreached } from '../../platform/transport/exchange.ts'

/** Translates a console operation to the ordinary work that it means, because the rules know only ordinary work. */
const inOrdinaryTerms = (knowledge: StepKnowledge): StepKnowledge => ({
  ...knowledge,
  payload: { ...knowledge.payload, intent: ordinaryOf(knowledge.payload.intent) },
})

export interface Looked {
  readonly answer: Answer
  readonly found: Found
}

type Look = (step: Pick<Step, 'kind' | 'payload'>, knowledge: StepKnowledge) => Promise<Looked>

/**
 * Asks the platform whether a step took effect, with a second read if the step's rule needs one. If the step was corrected and not sent
 * since, the platform is first asked for the effects of the calls before the correction.
 */
export async function look(
  step: Pick<Step, 'kind' | 'payload'>,
  access: Pick<PlatformAccess, 'read'>,
  knowledge: StepKnowledge,
  stopping: AbortSignal,
): Promise<Looked> {
  const ask: Look = async ({ kind, payload }, known) => {
    const { reads, alsoReads } = stepRules[kind]
    const answer = await access.read(reads, payload.read, stopping)
    const found = find(kind, answer, known)
    const isEnough = found.finding === 'unreached' || found.finding === 'credentials'
    if (isEnough || alsoReads?.isAsked(known) !== true) return { answer, found }
    const further = await access.read(alsoReads.reads, {}, stopping)
    return { answer: further, found: findFurther(kind, found, further, known) }
  }
  const earlier: Looked[] = []
  for (const tried of knowledge.mayHaveArrived ? [] : (step.payload.tried ?? [])) {
    const looked = await lookForEarlier(tried, step, knowledge, ask)
    if (looked === undefined) continue
    const { finding } = looked.found
    if (finding === 'unreached' || finding === 'credentials') return looked
    earlier.push(looked)
  }
  // If one attempt took effect, the subscription has changed for all others, and their findings are unclear. So a clear finding goes first.
  return earlier.find(({ found }) => found.finding !== 'earlier-unclear') ?? earlier[0] ?? ask(step, knowledge)
}

/** Looks for the effect of a call before a correction. Undefined if that call had no effect. */
async function lookForEarlier(
  { intent, send, read, before, sentOn }: Tried,
  step: Pick<Step, 'kind' | 'payload'>,
  { payload, isShared = false }: StepKnowledge,
  ask: Look,
): Promise<Looked | undefined> {
  const looked = await ask(
    { kind: step.kind, payload: { send, read } },
    {
      payload: { ...payload, intent },
      isShared,
      mayHaveArrived: true,
      isAccepted: false,
      tries: [{ ...(before && { before }), sentOn }],
    },
  )
  const { answer, found } = looked
  const { creates } = stepRules[step.kind]
  switch (found.finding) {
    case 'absent':
      return undefined
    case 'present':
      return { answer, found: isSameAim(send, step.payload.send) ? found : { ...found, finding: 'earlier-effect' } }
    case 'somebody-else':
      // Another customer has the user ID, so the attempt created no customer.
      return creates ? undefined : { answer, found: { ...found, finding: 'earlier-unclear' } }
    case 'unreached':
    case 'credentials':
      return looked
    case 'no-customer':
      // The platform says that the attempt's customer does not exist. The corrected call is for another customer.
      if (answer.message !== undefined && read['userid'] !== step.payload.read['userid']) return undefined
      return unclearEarlier(looked)
    case 'cannot-tell':
    case 'earlier-effect':
    case 'earlier-unclear':
    case 'several':
    case 'unclear':
      return unclearEarlier(looked)
  }
}

const unclearEarlier = ({ answer, found: { customer } }: Looked): Looked => ({
  answer,
  found: { ...foundOnly('earlier-unclear'), ...(customer && { customer }) },
})

/** Whether two calls ask for the same thing. A different password or model does not count. */
const isSameAim = (one: Parameters, other: Parameters): boolean => aimOf(one) === aimOf(other)

const aimOf = (values: Parameters): string =>
  JSON.stringify(Object.entries({ ...values, password: '', model: '' }).sort(([a], [b]) => (a < b ? -1 : 1)))

export function find(kind: StepKind, answer: Answer, knowledge: StepKnowledge): Found {
  const trouble = troubleWith(answer)
  if (trouble !== undefined) return foundOnly(trouble)
  const found = stepRules[kind].judge(answer, inOrdinaryTerms(knowledge))
  const isOurs = knowledge.isAccepted || knowledge.isShared !== true
  return found.finding === 'present' && !isOurs ? { ...found, finding: 'cannot-tell' } : found
}

/** Judges the answer to a step's second read together with the first finding. */
function findFurther(kind: StepKind, first: Found, answer: Answer, knowledge: StepKnowledge): Found {
  const trouble = troubleWith(answer)
  if (trouble === 'unreached') return foundOnly(trouble)
  return stepRules[kind].alsoReads?.judge(first, answer, inOrdinaryTerms(knowledge)) ?? first
}

/**
 * The finding for an answer that shows nothing about the step: it does not come from the platform itself, rejects the question, or is
 * unclear. Undefined for any other answer.
 */
function troubleWith(answer: Answer): Finding | undefined {
  const { status = 0 } = answer
  if (isUnreached(answer) || (status >= 300 && status < 400)) return 'unreached'
  if (answer.credentials === true) return 'credentials'
  if (isPage(answer)) return 'unreached'
  if (answer.verdict === 'unclear' || answer.verdict === 'refused') return 'unclear'
  return undefined
}

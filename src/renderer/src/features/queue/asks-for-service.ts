import type { JobDetail } from '../../../../shared/domain/job.ts'

const service = String.raw`["'“‘(\[]?\bcrm[\s_-]?service(?:[\s_-]?name)?\b["'”’)\]]?`
const given = '(?:given|specified|provided|supplied|set|sent|passed|present|entered)'
const lacking = new RegExp(
  [
    String.raw`\b(?:missing|lack(?:s|ing)|required?|requires|mandatory|needed|needs|without|empty|blank|null|absent)\b`,
    String.raw`(?:\bnot|n['’]t)\s+(?:been\s+|be\s+)?${given}\b`,
    String.raw`\bno\s+${service}\s+(?:is\s+|was\s+|has\s+been\s+)?${given}\b`,
    String.raw`\bmust\s+be\s+${given}\b`,
    String.raw`\bplease\s+(?:give|specify|provide|supply|set|send|pass|enter)\b`,
  ].join('|'),
  'i',
)
const naming = new RegExp(service, 'i')

/** The end of a sentence. A short sentence that only names the parameter belongs to the one before. */
const sentenceEnd = /[.;!?\n]+(?:\s+|$)(?!\(?parameter\b)/i

/**
 * Whether a refusal says that `crmService` is missing. `crmServices` is another parameter, and an unknown service is
 * not missing.
 */
export const asksForService = (words: string): boolean =>
  words.split(sentenceEnd).some((sentence) => naming.test(sentence) && lacking.test(sentence))

/** Whether a job is a renewal that the platform refused because `crmService` is missing. */
export const isRefusedForService = ({ summary, steps }: Pick<JobDetail, 'summary' | 'steps'>): boolean =>
  summary.state === 'refused' && steps.some(({ kind }) => kind === 'renew') && asksForService(summary.why?.detail ?? '')

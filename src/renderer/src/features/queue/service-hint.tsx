import { pageOf } from '../../../../shared/domain/connection/connection.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { connectionPath } from '../../routes.ts'
import { useConnection } from '../../state/services.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

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

/**
 * Matches the end of a sentence. Punctuation before the word "parameter" does not count, because the text after it belongs to the same
 * sentence.
 */
const sentenceEnd = /[.;!?\n]+(?:\s+|$)(?!\(?parameter\b)/i

/** Whether a refusal says that `crmService` is missing. A refusal that names `crmServices` or an unknown service does not count. */
export const asksForService = (words: string): boolean =>
  words.split(sentenceEnd).some((sentence) => naming.test(sentence) && lacking.test(sentence))

/** Whether the platform refused a renewal because `crmService` is missing. */
export const isRefusedForService = ({ summary, steps }: Pick<JobDetail, 'summary' | 'steps'>): boolean =>
  summary.state === 'refused' && steps.some(({ kind }) => kind === 'renew') && asksForService(summary.why?.detail ?? '')

/** Explains how to fix a renewal that was refused because `crmService` is missing. */
export function ServiceHint({ detail }: { readonly detail: JobDetail }) {
  const settings = useConnection(detail.summary.connectionId)?.settings
  if (settings === undefined || !isRefusedForService(detail)) return undefined
  if (settings.sendsCrmService) return <Notice tone="info">{t('actions.service.on')}</Notice>
  return (
    <Notice
      tone="warning"
      title={t('actions.service.title')}
      actions={
        <LinkButton to={connectionPath(settings.id, pageOf('sendsCrmService'))}>{t('actions.service.open')}</LinkButton>
      }
    >
      {t('actions.service.off', {
        panel: t('settings.panels.renewals.title'),
        setting: t('settings.fields.sendsCrmService.label'),
      })}
    </Notice>
  )
}

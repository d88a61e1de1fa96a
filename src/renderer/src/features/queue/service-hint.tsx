import { pageOf } from '../../../../shared/domain/connection/connection.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { connectionPath } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
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

/** Explains how to fix a renewal that was refused because `crmService` is missing. Renders nothing for other jobs. */
export function ServiceHint({ detail }: { readonly detail: JobDetail }) {
  const settings = useSnapshot(({ connections }) =>
    connections.find((one) => one.settings.id === detail.summary.connectionId),
  )?.settings
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

import { useTranslation } from 'react-i18next'
import type { JobAct, JobDetail } from '../../../../shared/domain/job.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button-look.ts'
import type { choicesOf } from './decision.ts'

export interface ActListProps {
  readonly choices: ReturnType<typeof choicesOf>
  readonly detail: JobDetail
  readonly onPress: (act: JobAct, asksFirst: boolean) => void
}

function variantOf(act: JobAct, index: number): ButtonVariant {
  if (act === 'drop') return 'danger'
  return index === 0 ? 'primary' : 'plain'
}

/** What can be done, the first one as the main act. Where a person has to decide, each says what will happen. */
export function ActList({ choices, detail, onPress }: ActListProps) {
  const { t } = useTranslation()
  const isUnapplied = detail.summary.why?.code === 'not-applied'
  const wordOf = (act: JobAct): string =>
    t(act === 'send-again' && isUnapplied ? 'queue.acts.send-again-unapplied' : `queue.acts.${act}`)
  if (detail.summary.state !== 'needs-you')
    return (
      <fieldset aria-label={t('queue.acts.label')} className="flex flex-wrap gap-2">
        {choices.map(({ act, asksFirst }, index) => (
          <Button key={act} variant={variantOf(act, index)} onPress={() => onPress(act, asksFirst)}>
            {wordOf(act)}
          </Button>
        ))}
      </fieldset>
    )
  return (
    <fieldset aria-label={t('queue.acts.label')} className="@container">
      <ul className="grid gap-3">
        {choices.map(({ act, asksFirst }, index) => (
          <li key={act} className="grid items-center gap-x-4 gap-y-1 @min-[30rem]:grid-cols-[15rem_minmax(0,1fr)]">
            <Button variant={variantOf(act, index)} wide onPress={() => onPress(act, asksFirst)}>
              {wordOf(act)}
            </Button>
            <p className="text-small text-soft">
              {t(act === 'send-again' && isUnapplied ? 'queue.means.send-again-unapplied' : `queue.means.${act}`)}
            </p>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

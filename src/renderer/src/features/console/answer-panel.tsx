import { useTranslation } from 'react-i18next'
import type { ConsoleAnswer } from '../../../../shared/bridge/console-channels.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { LongText } from './long-text.tsx'
import { TeachButton } from './teach/teach-button.tsx'
import { UnderstoodView } from './teach/understood-view.tsx'

/** An answer twice: as it came, and as it is understood. */
export function AnswerPanel({ operation, answer }: { readonly operation: string; readonly answer: ConsoleAnswer }) {
  const { t } = useTranslation()
  const { reach, status = 0, failure = '', milliseconds, raw, understood } = answer
  if (reach !== 'answered')
    return (
      <Panel title={t('console.answer.title')}>
        {failure === 'cancelled' ? (
          <Notice tone="info">{t(`console.answer.cancelled.${reach}`)}</Notice>
        ) : (
          <Notice tone="warning">{t(`console.answer.reaches.${reach}`, { failure })}</Notice>
        )}
      </Panel>
    )
  return (
    <Panel
      title={t('console.answer.title')}
      note={t('console.answer.took', { status, milliseconds })}
      aside={raw === '' ? undefined : <TeachButton source={{ operation, status: String(status), text: raw }} />}
    >
      <div className="grid items-start gap-5 wide:grid-cols-2">
        <section className="grid gap-2">
          <h3 className="text-small font-semibold text-soft">{t('console.answer.understood')}</h3>
          <UnderstoodView understood={understood} />
          <p className="text-small text-soft">{t('console.answer.reaches.answered')}</p>
        </section>
        <RawText raw={raw} />
      </div>
    </Panel>
  )
}

/** An answer as it came, to be read and copied. */
export function RawText({ raw }: { readonly raw: string }) {
  const { t } = useTranslation()
  if (raw === '') return <p className="text-soft">{t('console.answer.empty')}</p>
  return <LongText label={t('console.answer.raw')} text={raw} />
}

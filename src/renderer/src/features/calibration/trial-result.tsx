import { useTranslation } from 'react-i18next'
import { spellOut } from '../../../../shared/domain/label/spell-out.ts'
import { Notice } from '../../ui/notice.tsx'
import { spellTrace, type KeyTrace } from './key-trace.ts'
import { TraceLine } from './trace-line.tsx'

/** The result of a trial scan. */
export interface Trial {
  /** Absent if its keys went into a text field. */
  readonly trace?: KeyTrace
  /** What the scan was recognized as; absent if it was not recognized. */
  readonly heard?: { readonly kind: 'heard' | 'unread'; readonly text: string }
}

/** Shows the result of the latest trial scan. */
export function TrialResult({ trial }: { readonly trial: Trial }) {
  const { t } = useTranslation()
  const { trace, heard } = trial
  const raw = trace === undefined ? undefined : <TraceLine pieces={spellTrace(trace)} />
  if (heard === undefined)
    return (
      <Notice tone="warning" announce="off" title={t('calibration.trial.missed')}>
        {raw}
      </Notice>
    )
  return (
    <Notice
      tone={heard.kind === 'heard' ? 'good' : 'warning'}
      announce="off"
      title={t(`calibration.trial.${heard.kind}`, { text: spellOut(heard.text).shown })}
    >
      {raw === undefined ? undefined : (
        <>
          <span className="text-small text-soft">{t('calibration.came')}</span> {raw}
        </>
      )}
    </Notice>
  )
}

import { useTranslation } from 'react-i18next'
import { CalibrationPage } from '../calibration/calibration-page.tsx'
import { learnPage, LearntPanel } from '../calibration/learnt-panel.tsx'
import { PreferencesForm } from './preferences-form.tsx'
import { SerialPatternsPanel } from './serial-patterns-panel.tsx'

/** The scanner as it was learnt or set, and how serial numbers look; at `learn` the page that learns one. */
export function ScannerPage({ id }: { readonly id: string | undefined }) {
  const { t } = useTranslation()
  if (id === learnPage) return <CalibrationPage />
  return (
    <>
      <LearntPanel />
      <PreferencesForm
        title={t('settings.scanner.title')}
        note={t('settings.scanner.note')}
        fields={[
          { name: 'scannerPrefix', label: t('settings.scanner.prefix'), maxLength: 10 },
          {
            name: 'scannerSuffix',
            label: t('settings.scanner.suffix'),
            hint: t('settings.scanner.hint'),
            maxLength: 10,
          },
        ]}
      />
      <SerialPatternsPanel />
    </>
  )
}

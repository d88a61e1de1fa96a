import { useTranslation } from 'react-i18next'
import { PreferencesForm } from './preferences-form.tsx'
import { SerialPatternsPanel } from './serial-patterns-panel.tsx'

/** What a scanner sends around a code, where it was set to, and how serial numbers look. */
export function ScannerPage() {
  const { t } = useTranslation()
  return (
    <>
      <PreferencesForm
        title={t('settings.pages.scanner')}
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

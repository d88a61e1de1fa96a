import { useTranslation } from 'react-i18next'
import { PreferencesForm } from './preferences-form.tsx'

/** Who works here, at which computer. */
export function TechnicianPage() {
  const { t } = useTranslation()
  return (
    <PreferencesForm
      title={t('settings.pages.technician')}
      note={t('settings.technician.note')}
      fields={[
        { name: 'technician', label: t('settings.technician.name'), maxLength: 80 },
        { name: 'stationName', label: t('settings.technician.station'), maxLength: 80 },
      ]}
    />
  )
}

import { languageChoices } from '../../../../shared/domain/language.ts'
import { useCall } from '../../bridge/use-call.ts'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'
import { sayLanguage } from '../../ui/format-names.ts'
import { Select } from '../../ui/select.tsx'

/** Chooses the language of the screens. Each is named in its own words. A change takes effect at once. */
export function LanguageSelect() {
  const chosen = useSnapshot(({ preferences }) => preferences.language)
  const save = useCall('preferences.save')
  return (
    <Select
      label={t('settings.language.label')}
      value={chosen}
      onChange={(language) => void save.run({ language })}
      choices={languageChoices.map((id) => ({
        id,
        name: id === 'system' ? t('settings.language.system') : sayLanguage(id),
      }))}
    />
  )
}

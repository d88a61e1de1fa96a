import { paperNames } from '../../../../../shared/domain/handout/handout.ts'
import { handoutLanguages } from '../../../../../shared/domain/language.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { t } from '../../../locale.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { sayLanguage } from '../../../ui/format-names.ts'
import { Select } from '../../../ui/select.tsx'

/** The paper and the language of handouts on this computer. A choice is stored at once. */
export function PaperChoice() {
  const paper = useSnapshot(({ preferences }) => preferences.handoutPaper)
  const language = useSnapshot(({ preferences }) => preferences.handoutLanguage)
  const save = useCall('preferences.save')
  return (
    <div className="grid max-w-xl gap-2">
      <Select
        label={t('ticket.paper.choice')}
        hint={t('ticket.paper.hint')}
        choices={paperNames.map((id) => ({ id, name: t(`ticket.paper.names.${id}`) }))}
        value={paper}
        onChange={(handoutPaper) => void save.run({ handoutPaper })}
      />
      <Select
        label={t('ticket.paper.language')}
        choices={handoutLanguages.map((id) => ({
          id,
          name: id === 'screen' ? t('ticket.paper.asScreen') : sayLanguage(id),
        }))}
        value={language}
        onChange={(handoutLanguage) => void save.run({ handoutLanguage })}
      />
      <ErrorNotice error={save.error} />
    </div>
  )
}

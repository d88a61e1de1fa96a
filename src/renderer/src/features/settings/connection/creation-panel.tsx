import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  creationFlags,
  creationQuestions,
  creations,
  loneCreations,
  type CreationQuestion,
} from '../../../../../shared/domain/creation.ts'
import { FormSelect, FormText } from '../../../ui/form-fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Switch } from '../../../ui/toggle.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'
import { settledTexts } from './creation-values.ts'

interface Part {
  readonly control: Control<ConnectionSettingsValues>
}

/** The calls that create customers, the values sent with them, and which of these the technician is asked for. */
export function CreationPanel({ control }: Part) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.creation.title')} note={t('settings.creation.note')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 narrow:grid-cols-2">
          <FormSelect
            control={control}
            name="creation"
            label={t('settings.connection.creation')}
            hint={t('settings.connection.creationHint')}
            choices={creations.map((id) => ({ id, name: id, note: t(`activation.options.creations.${id}`) }))}
          />
          <FormSelect
            control={control}
            name="creationAlone"
            label={t('settings.creation.alone')}
            hint={t('settings.creation.aloneHint')}
            choices={[
              { id: 'auto', name: t('settings.creation.auto') },
              ...loneCreations.map((id) => ({ id, name: id, note: t(`activation.options.creations.${id}`) })),
            ]}
          />
          <FormText
            control={control}
            name="resellerId"
            label={t('settings.connection.resellerId')}
            hint={t('settings.connection.resellerIdHint')}
          />
          {settledTexts.map((name) => (
            <FormText
              key={name}
              control={control}
              name={`creationDefaults.texts.${name}`}
              label={t(`activation.options.${name}`)}
              hint={t(`settings.creation.hints.${name}`)}
            />
          ))}
        </div>
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 narrow:grid-cols-3">
          <legend className="mb-2 font-semibold">{t('settings.creation.flags')}</legend>
          {creationFlags.map((name) => (
            <FormSelect
              key={name}
              control={control}
              name={`creationDefaults.flags.${name}`}
              label={t(`activation.options.${name}`)}
              choices={(['left-out', 'yes', 'no'] as const).map((id) => ({
                id,
                name: t(`settings.creation.flag.${id}`),
              }))}
            />
          ))}
        </fieldset>
        <Questions control={control} />
      </div>
    </Panel>
  )
}

function Questions({ control }: Part) {
  const { t } = useTranslation()
  const { field } = useController({ control, name: 'creationQuestions' })
  const asked: readonly CreationQuestion[] = field.value
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-4 narrow:grid-cols-2">
      <legend className="font-semibold">{t('settings.creation.asked')}</legend>
      <p className="mb-1 text-small text-soft narrow:col-span-2">{t('settings.creation.askedNote')}</p>
      {creationQuestions.map((name) => (
        <Switch
          key={name}
          isSelected={asked.includes(name)}
          onChange={(isAsked) => {
            field.onChange(creationQuestions.filter((one) => (one === name ? isAsked : asked.includes(one))))
          }}
        >
          {t(`activation.options.${name}`)}
        </Switch>
      ))}
    </fieldset>
  )
}

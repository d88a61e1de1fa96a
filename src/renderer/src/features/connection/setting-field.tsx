import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import {
  choicesOf,
  connectionFields,
  type EditedAs,
  type ShownSetting,
} from '../../../../shared/domain/connection/connection.ts'
import { FormRadio, FormSelect, FormSwitch, FormText } from '../../ui/form-fields.tsx'
import { sayChoice, sayIfKnown, saySetting } from './say-setting.ts'

/** A setting that the table alone describes. */
type PlainSetting = Exclude<ShownSetting, EditedAs<'own'>>
export const isPlain = (setting: ShownSetting): setting is PlainSetting => connectionFields[setting].edit !== 'own'

/** The choice of an empty value, because a control cannot have an empty one. */
export const emptyChoice = 'none'

/** The field of one setting of a connection, made from the table and the locale file. */
export function SettingField<Values extends FieldValues>(props: {
  readonly control: Control<Values>
  readonly name: PlainSetting & FieldPath<Values>
}) {
  const { control, name } = props
  const { t } = useTranslation()
  const { edit } = connectionFields[name]
  const hint = sayIfKnown(t, `settings.fields.${name}.hint`)
  const field = { control, name, label: saySetting(t, name), hint }
  switch (edit) {
    case 'switch':
      return <FormSwitch {...field} note={hint} />
    case 'radio':
    case 'select': {
      const FormChoice = edit === 'radio' ? FormRadio : FormSelect
      const choices = choicesOf(name).map((value) => {
        const id = value === '' ? emptyChoice : value
        const note =
          sayIfKnown(t, `settings.fields.${name}.notes.${id}`) ?? sayIfKnown(t, `activation.options.creations.${id}`)
        return { id, name: sayChoice(t, name, id), ...(note !== undefined && { note }) }
      })
      return <FormChoice {...field} choices={choices} />
    }
    case 'lines':
      return <FormText {...field} rows={4} figures />
    case 'number':
      return <FormText {...field} inputMode="decimal" />
    case 'text':
    case 'code':
    case 'word':
      return <FormText {...field} figures={edit === 'code'} />
  }
}

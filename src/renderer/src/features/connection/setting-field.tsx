import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { Check } from '../../../../shared/bridge/contract.ts'
import {
  choicesOf,
  connectionFields,
  type EditedAs,
  type ShownSetting,
} from '../../../../shared/domain/connection/connection.ts'
import { hasWords, t } from '../../locale.ts'
import { FormRadio, FormSelect, FormSwitch, FormText } from '../../ui/form.tsx'

/** A setting without its own editor, because the table of settings describes its field completely. */
type PlainSetting = Exclude<ShownSetting, EditedAs<'own'>>
export const isPlain = (setting: ShownSetting): setting is PlainSetting => connectionFields[setting].edit !== 'own'

/** Stands for an empty value among choices, because the value of a choice cannot be empty. */
export const emptyChoice = 'none'

/** The field of one setting of a connection, built from the table and the locale file. */
export function SettingField<Values extends FieldValues>(props: {
  readonly control: Control<Values>
  readonly name: PlainSetting & FieldPath<Values>
}) {
  const { control, name } = props
  const { edit } = connectionFields[name]
  const hint = sayIfKnown(`settings.fields.${name}.hint`)
  const field = { control, name, label: saySetting(name), hint }
  switch (edit) {
    case 'switch':
      return <FormSwitch {...field} note={hint} />
    case 'radio':
    case 'select': {
      const FormChoice = edit === 'radio' ? FormRadio : FormSelect
      const choices = choicesOf(name).map((value) => {
        const id = value === '' ? emptyChoice : value
        const note =
          sayIfKnown(`settings.fields.${name}.notes.${id}`) ?? sayIfKnown(`activation.options.creations.${id}`)
        return { id, name: sayChoice(name, id), ...(note !== undefined && { note }) }
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

/** The text at a path of the locale file, such as `settings.fields.name.hint`. Undefined if there is none. */
export function sayIfKnown(path: string): string | undefined {
  return hasWords(path) ? t(path as 'ui.save') : undefined
}

/** The name of a setting in Settings and in a connection file. A setting without a text keeps its own name. */
export const saySetting = (setting: string): string => sayIfKnown(`settings.fields.${setting}.label`) ?? setting

/** The name of a setting's choice. A choice without a text, such as the name of a call, is shown unchanged. */
export const sayChoice = (setting: string, choice: string): string =>
  sayIfKnown(`settings.fields.${setting}.choices.${choice}`) ?? choice

/** The message for a finding of a connection test. A finding without its own message gets the message of its outcome. */
export const sayConnectionFinding = ({ finding, outcome }: Pick<Check, 'finding' | 'outcome'>): string =>
  sayIfKnown(`connection.checks.findings.${finding}`) ?? t(`connection.checks.general.${outcome}`)

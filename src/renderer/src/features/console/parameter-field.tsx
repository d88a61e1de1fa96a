import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ParameterView } from '../../../../shared/bridge/console-channels.ts'
import { sayRule } from '../../ui/say-rule.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface ParameterFieldProps {
  readonly parameter: ParameterView
  readonly value: string
  readonly onChange: (value: string) => void
  /** The rule that it breaks. */
  readonly problem: string | undefined
}

/** What a choice that is left out is called among the choices; no value of the interface is. */
const leftOut = '(left out)'

/** One parameter: its exact name, its mark, its type and where it travels, and what it means. */
export function ParameterField({ parameter, value, onChange, problem }: ParameterFieldProps) {
  const { t } = useTranslation()
  const { name, control, choices = ['true', 'false'] } = parameter
  const error = sayRule(t, problem)
  const words = {
    label: name,
    optional: sayMark(t, parameter),
    hint: control === 'text' ? `${parameter.meaning} ${parameter.rule}` : parameter.meaning,
    ...(error === undefined ? {} : { error }),
  }
  if (control === 'flag' || control === 'choice')
    return (
      <Select
        {...words}
        value={value === '' ? leftOut : value}
        onChange={(chosen) => {
          onChange(chosen === leftOut ? '' : chosen)
        }}
        choices={[
          { id: leftOut, name: t('console.form.leftOut') },
          ...choices.map((choice) => ({ id: choice, name: choice })),
        ]}
      />
    )
  return (
    <TextField
      {...words}
      figures
      value={value}
      onChange={onChange}
      autoComplete="off"
      {...(control === 'list' ? { rows: 4 } : {})}
      {...(name === 'password' ? { type: 'password' } : {})}
    />
  )
}

const sayMark = (t: TFunction, { requirement, type, carriedIn }: ParameterView): string =>
  t('console.form.mark', {
    requirement: t(`console.form.${requirement}`),
    type,
    place: t(`console.form.places.${carriedIn}`),
  })

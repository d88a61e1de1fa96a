import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OperationView, ParameterView } from '../../../../shared/bridge/console-channels.ts'
import type { ConsoleForm } from './use-console-form.ts'
import type { TFunction } from 'i18next'
import { sayRule } from '../../ui/say-rule.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface ParameterFieldProps {
  readonly parameter: ParameterView
  readonly value: string
  readonly onChange: (value: string) => void
  /** The rule code of the problem. */
  readonly problem: string | undefined
}

/** Stands for "left out" in a select. No value of the interface equals it. */
const leftOut = '(left out)'

const sayMark = (t: TFunction, { requirement, type, carriedIn }: ParameterView): string =>
  t('console.form.mark', {
    requirement: t(`console.form.${requirement}`),
    type,
    place: t(`console.form.places.${carriedIn}`),
  })

interface ValuesFormProps {
  readonly call: OperationView
  readonly form: ConsoleForm
  readonly problems: Readonly<Record<string, string>>
}

/** A field for each parameter. Optional ones are in a section that opens on demand; those set by the connection are listed. */
export function ValuesForm({ call, form, problems }: ValuesFormProps) {
  const { t } = useTranslation()
  const own = call.parameters.filter(({ control }) => control === 'connection')
  const asked = call.parameters.filter(({ control }) => control !== 'connection')
  // The filters of a search have no requirement: none is needed more than another.
  const first = asked.filter(({ requirement }) => requirement !== 'optional')
  const more = asked.filter(({ requirement }) => requirement === 'optional')
  const isOpen = more.some(({ name }) => form.values[name] !== undefined || problems[name] !== undefined)
  return (
    <>
      {asked.length === 0 ? <p className="text-soft">{t('console.form.nothing')}</p> : undefined}
      <Fields parameters={first} form={form} problems={problems} />
      {more.length === 0 ? undefined : (
        <details className="group" open={isOpen}>
          <summary className="flex min-h-6 w-fit cursor-pointer list-none items-center gap-1 font-semibold text-accent">
            <ChevronRight aria-hidden size="1rem" className="transition-transform group-open:rotate-90" />
            {t('console.form.more', { count: more.length })}
          </summary>
          <div className="mt-3">
            <Fields parameters={more} form={form} problems={problems} />
          </div>
        </details>
      )}
      <p className="text-small text-soft">
        {t('console.form.fixed', { names: own.map(({ name }) => name).join(', ') })}
      </p>
    </>
  )
}

interface FieldsProps extends Pick<ValuesFormProps, 'form' | 'problems'> {
  readonly parameters: readonly ParameterView[]
}

function Fields({ parameters, form, problems }: FieldsProps) {
  return (
    <div className="grid items-start gap-x-4 gap-y-3.5 wide:grid-cols-2">
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={form.values[parameter.name] ?? ''}
          problem={problems[parameter.name]}
          onChange={(value) => form.set(parameter.name, value)}
        />
      ))}
    </div>
  )
}

/** One parameter: its exact name, requirement, type, place in the request, and meaning. */
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
        onChange={(chosen) => onChange(chosen === leftOut ? '' : chosen)}
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

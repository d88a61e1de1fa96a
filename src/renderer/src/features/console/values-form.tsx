import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode, useCallback, useState } from 'react'
import type { OperationView, ParameterView, RequestView } from '../../../../shared/bridge/console-channels.ts'
import type { ConsoleValues } from '../../../../shared/domain/console.ts'
import { t } from '../../locale.ts'
import { useActiveConnection, useServices } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Select } from '../../ui/select.tsx'
import { sayRule, TextField } from '../../ui/text-field.tsx'

/** The id of the choice that leaves a parameter out. No parameter of the platform has this text as a value. */
const leftOut = '(left out)'

const sayMark = ({ requirement, type, carriedIn }: ParameterView): string =>
  t('console.form.mark', {
    requirement: t(`console.form.${requirement}`),
    type,
    place: t(`console.form.places.${carriedIn}`),
  })

/** Milliseconds after the last key press before the request is shown again. */
const pause = 150

/**
 * Returns the form of one operation, for new work or to correct a job. When the engineer returns to it under the same connection, all input
 * except passwords is restored.
 */
export function useConsoleForm({ id }: OperationView, jobId = '') {
  const { view } = useServices()
  const connectionId = useActiveConnection()?.settings.id ?? ''
  const key = `console ${connectionId} ${id} ${jobId}`
  const [values, setValues] = useState<ConsoleValues>(() => (view.kept.get(key) as ConsoleValues | undefined) ?? {})
  const { value, error, refresh } = useRead(
    'console.preview',
    { operation: id, values },
    { delay: pause, keepsLast: true },
  )
  const fill = useCallback(
    (filled: ConsoleValues): void => {
      const { password: _, ...open } = filled
      view.kept.set(key, open)
      setValues(filled)
    },
    [view, key],
  )
  return {
    values,
    request: value,
    error,
    set: (name: string, value: string): void => {
      const { [name]: _, ...others } = values
      fill(value === '' ? others : { ...others, [name]: value })
    },
    /** Fills the form with the values of the job. What the engineer has typed before stays. */
    begin: useCallback(
      (own: ConsoleValues) => fill({ ...own, ...(view.kept.get(key) as ConsoleValues | undefined) }),
      [fill, view, key],
    ),
    /** Forgets what was typed once it is saved with the job. */
    forget: () => void view.kept.delete(key),
    clear: () => fill({}),
    /** Returns the request for the present input, with the problems of the input. Undefined if the request could not be loaded. */
    readRequest: async (): Promise<RequestView | undefined> => {
      const reply = await refresh()
      return reply?.ok === true ? reply.value : undefined
    },
  }
}

interface ValuesFormProps {
  readonly call: OperationView
  readonly form: ReturnType<typeof useConsoleForm>
  readonly problems: Readonly<Record<string, string>>
}

/** Shows a field for each parameter. Optional fields open on demand. Parameters that the connection sets are only listed. */
export function ValuesForm({ call, form, problems }: ValuesFormProps) {
  const own = call.parameters.filter(({ control }) => control === 'connection')
  const asked = call.parameters.filter(({ control }) => control !== 'connection')
  // Parameters without a requirement mark, such as the filters of a search, are shown with the required parameters.
  const first = asked.filter(({ requirement }) => requirement !== 'optional')
  const more = asked.filter(({ requirement }) => requirement === 'optional')
  const isOpen = more.some(({ name }) => form.values[name] !== undefined || problems[name] !== undefined)
  const fieldsOf = (parameters: readonly ParameterView[]) => (
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
  return (
    <>
      {asked.length === 0 ? <p className="text-soft">{t('console.form.nothing')}</p> : undefined}
      {fieldsOf(first)}
      {more.length === 0 ? undefined : (
        <details className="group" open={isOpen}>
          <summary className="flex min-h-6 w-fit cursor-pointer list-none items-center gap-1 font-semibold text-accent">
            <ChevronRight
              aria-hidden
              size="1rem"
              className="transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
            />
            {t('console.form.more', { count: more.length })}
          </summary>
          <div className="mt-3">{fieldsOf(more)}</div>
        </details>
      )}
      <p className="text-small text-soft">
        {t('console.form.fixed', { names: own.map(({ name }) => name).join(', ') })}
      </p>
    </>
  )
}

interface ParameterFieldProps {
  readonly parameter: ParameterView
  readonly value: string
  readonly onChange: (value: string) => void
  /** The rule code of the problem. */
  readonly problem: string | undefined
}

export function ParameterField({ parameter, value, onChange, problem }: ParameterFieldProps) {
  const { name, control, choices = ['true', 'false'] } = parameter
  const error = sayRule(problem)
  const words = {
    label: name,
    optional: sayMark(parameter),
    hint: (
      <InterfaceWords>
        {control === 'text' ? `${parameter.meaning} ${parameter.rule}` : parameter.meaning}
      </InterfaceWords>
    ),
    error,
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

/**
 * Text from the interface document. The text stays English in every language of the screen, and runs from left to right even beside Arabic.
 */
export function InterfaceWords({ children }: { readonly children: ReactNode }) {
  return (
    <span lang="en" dir="ltr">
      {children}
    </span>
  )
}

/** A name from the platform's interface. A line break is allowed only before a capital letter or an underscore of the name. */
export function CodeName({ name }: { readonly name: string }) {
  return (
    <span translate="no" lang="en" dir="ltr">
      {name.split(/(?=[A-Z_])/).map((part, index) => (
        <Fragment key={`${String(index)} ${part}`}>
          {index > 0 ? <wbr /> : undefined}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

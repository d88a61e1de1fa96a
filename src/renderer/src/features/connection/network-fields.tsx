import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { readProxy } from '../../../../shared/domain/connection/proxy.ts'
import { sayRule } from '../../ui/say-rule.ts'
import { FormText } from '../../ui/form-fields.tsx'
import { AuthorityField } from './authority-field.tsx'

interface WithNetwork {
  proxy: string
  authority: string
}

/** What of a company's network stands before a platform. `logIn` asks for the proxy's own, where that belongs. */
export function NetworkFields<Values extends WithNetwork>(props: {
  readonly control: Control<Values>
  readonly logIn?: ReactNode
}) {
  const { t } = useTranslation()
  // The control of a larger form serves for its network.
  const control = props.control as unknown as Control<WithNetwork>
  const { field } = useController({ control, name: 'proxy' })
  const reading = readProxy(field.value)
  const problem = reading.ok ? undefined : sayRule(t, reading.problem)
  return (
    <div className="grid gap-4">
      <FormText
        control={control}
        name="proxy"
        label={t('network.proxy')}
        hint={t('network.proxyHint')}
        inputMode="url"
        figures
        onLeave={() => {
          if (reading.ok && reading.proxy !== field.value) field.onChange(reading.proxy)
        }}
        {...(problem === undefined ? {} : { error: problem })}
      />
      {props.logIn}
      <AuthorityField control={control} />
    </div>
  )
}

import { ChevronRight } from 'lucide-react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from '../../state/desk.tsx'
import { FormText } from '../../ui/form-fields.tsx'
import type { ConnectionValues } from './connection-values.ts'
import { keeperOf } from './keeper-of.ts'
import { NetworkFields } from './network-fields.tsx'

/** A company's network in the form of a new connection: shut, since most have none. */
export function NetworkDisclosure({
  control,
  hasProxy,
}: {
  readonly control: Control<ConnectionValues>
  readonly hasProxy: boolean
}) {
  const { t } = useTranslation()
  const keeper = useSnapshot(keeperOf)
  const logIn = (
    <div className="grid items-start gap-4 narrow:grid-cols-2">
      <FormText control={control} name="proxyUser" autoComplete="off" label={t('network.user')} />
      <FormText
        control={control}
        name="proxyPassword"
        type="password"
        autoComplete="off"
        label={t('network.password')}
        hint={t('network.secretHint', { keeper: t(`frame.keepers.${keeper}`) })}
      />
    </div>
  )
  return (
    <details className="group rounded-normal border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-normal px-3 font-semibold outline-offset-2 hover:bg-sunken focus-visible:outline-2 focus-visible:outline-focus">
        <ChevronRight aria-hidden size="1rem" className="shrink-0 transition-transform group-open:rotate-90" />
        {t('network.closed')}
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        <p className="text-small text-soft">{t('network.note')}</p>
        <NetworkFields control={control} {...(hasProxy ? { logIn } : {})} />
      </div>
    </details>
  )
}

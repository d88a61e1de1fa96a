import { useState } from 'react'
import { useForm, useWatch, type FieldPath } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { useDesk } from '../../../state/desk.tsx'
import { useKeptForm } from '../../../state/use-kept-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { readValues, toValues, type ConnectionSettingsValues } from './connection-settings-values.ts'
import { CustomerDefaultsPanel } from './customer-defaults-panel.tsx'
import { NetworkPanel } from './network-panel.tsx'
import { OfferPanel } from './offer-panel.tsx'
import { PlatformPanel } from './platform-panel.tsx'
import { WirePanels } from './wire-panels.tsx'

/** All settings of one connection, saved together. */
export function ConnectionSettings({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const save = useCall('connection.save')
  const [hasProblems, setProblems] = useState(false)
  const form = useForm<ConnectionSettingsValues>({ defaultValues: toValues(connection.settings) })
  const { control, handleSubmit, setError, reset, formState } = form
  const forget = useKeptForm(`connection ${connection.settings.id}`, form)
  const values = useWatch({ control }) as ConnectionSettingsValues

  const submit = handleSubmit(async (typed) => {
    const reading = readValues(typed, connection.settings)
    setProblems(!reading.ok)
    if (!reading.ok) {
      for (const [index, { path, code }] of reading.problems.entries())
        setError(path as FieldPath<ConnectionSettingsValues>, { message: code }, { shouldFocus: index === 0 })
      return
    }
    const reply = await save.run(reading.connection)
    if (!reply.ok) return
    forget()
    reset(toValues(reading.connection))
    view.say(t('settings.connection.saved'))
  })

  return (
    <form
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <PlatformPanel control={control} connection={connection} values={values} />
      <OfferPanel control={control} connection={connection} />
      <CustomerDefaultsPanel control={control} />
      {connection.settings.kind === 'training' ? undefined : <NetworkPanel control={control} connection={connection} />}
      <WirePanels control={control} />
      <div className="-mx-5 grid gap-2 border-t border-line bg-ground px-5 py-3 roomy:sticky roomy:bottom-0">
        {hasProblems ? <Notice tone="bad">{t('settings.connection.mend')}</Notice> : undefined}
        <ErrorNotice error={save.error} />
        <div className="flex items-center gap-3">
          <Button type="submit" variant="primary" size="large" isDisabled={!formState.isDirty || save.isBusy}>
            {t('settings.connection.save')}
          </Button>
          {formState.isDirty ? (
            <span className="text-small text-soft">{t('settings.connection.dirty')}</span>
          ) : undefined}
        </div>
      </div>
    </form>
  )
}

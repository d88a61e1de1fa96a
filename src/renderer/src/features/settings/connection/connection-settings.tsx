import { useState } from 'react'
import { useForm, useWatch, type FieldPath, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { useDesk, useSnapshot } from '../../../state/desk.tsx'
import { useKeptForm } from '../../../state/use-kept-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { readValues, toValues, type ConnectionSettingsValues } from './connection-settings-values.ts'
import { OfferPanel } from './offer-panel.tsx'
import { WirePanels } from './wire-panels.tsx'
import { customerFields } from '../../../../../shared/domain/customer.ts'
import { FormText } from '../../../ui/form-fields.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { NetworkFields } from '../../connection/network-fields.tsx'
import { ProxyLogInLine } from '../../connection/proxy-log-in-line.tsx'
import { settingsPath } from '../../../routes.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import { AddressField } from '../../connection/address-field.tsx'
import { Checks } from '../../connection/checks.tsx'
import { toConnectionForm } from '../../connection/connection-values.ts'
import { keeperOf, needsPassphrase } from '../../connection/keeper-of.ts'
import { TenantColourField } from '../../connection/tenant-colour.tsx'
import { useConnectionTest } from '../../connection/use-connection-test.ts'
import { TokenDialog } from '../../frame/token-dialog.tsx'

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

/** The values for required fields that a customer does not have. */
function CustomerDefaultsPanel({ control }: { readonly control: Control<ConnectionSettingsValues> }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('settings.connection.defaults')} note={t('settings.connection.defaultsNote')}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        {customerFields.map((field) => (
          <FormText
            key={field}
            control={control}
            name={`defaults.${field}`}
            label={t(`settings.customerFields.${field}`)}
          />
        ))}
        <FormText
          control={control}
          name="phoneCountry"
          maxLength={2}
          label={t('settings.connection.phoneCountry')}
          hint={t('settings.connection.phoneCountryHint')}
        />
      </div>
    </Panel>
  )
}

/** The proxy and certificates of the company's network. */
function NetworkPanel({
  control,
  connection,
}: {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
}) {
  const { t } = useTranslation()
  return (
    <Panel title={t('network.title')} note={t('network.note')}>
      <NetworkFields control={control} logIn={<ProxyLogInLine connection={connection} />} />
    </Panel>
  )
}

interface PlatformPanelProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
  readonly values: ConnectionSettingsValues
}

/** The name and address of the platform, with a connection test. */
function PlatformPanel({ control, connection, values }: PlatformPanelProps) {
  const { t } = useTranslation()
  const { id } = connection.settings
  const test = useConnectionTest()
  const isTraining = connection.settings.kind === 'training'
  const { name, colour, address, crmService, cmsService, proxy, authority } = values
  const platform = { name, colour, address, crmService, cmsService, proxy, authority }
  const form = toConnectionForm(platform)
  const found = test.resultFor(platform)
  return (
    <Panel title={t('settings.connection.platform')}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <div className="narrow:col-span-2">
          <FormText control={control} name="name" label={t('connection.form.name')} />
        </div>
        {isTraining ? undefined : (
          <>
            <div className="narrow:col-span-2">
              <AddressField control={control} wasTried />
            </div>
            <FormText control={control} name="crmService" label={t('connection.form.crmService')} />
            <FormText control={control} name="cmsService" label={t('connection.form.cmsService')} />
          </>
        )}
        <div className="narrow:col-span-2">
          <TenantColourField control={control} />
        </div>
        {isTraining ? undefined : <TokenLine connection={connection} />}
      </div>
      <div className="mt-4 grid gap-3">
        <div>
          <Button
            isDisabled={test.isBusy || form === undefined}
            onPress={() => {
              if (form !== undefined) void test.run(platform, { id, form })
            }}
          >
            {t(test.isBusy ? 'connection.form.testing' : 'settings.connection.test')}
          </Button>
        </div>
        <ErrorNotice error={test.error} />
        {found === undefined ? undefined : <Checks {...found} />}
      </div>
    </Panel>
  )
}

function TokenLine({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useTranslation()
  const keeper = useSnapshot(keeperOf)
  const isOpen = useSnapshot(({ vault }) => vault.state === 'open' || vault.state === 'new')
  const mustProtect = useSnapshot(needsPassphrase)
  const [isReplacing, setReplacing] = useState(false)
  const says = connection.hasToken
    ? t('settings.connection.tokenKept', { keeper: t(`frame.keepers.${keeper}`) })
    : t(isOpen ? 'settings.connection.tokenNone' : 'settings.connection.tokenLocked')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 narrow:col-span-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-small text-soft">{t('settings.connection.token')}</p>
        <p>{says}</p>
      </div>
      {mustProtect && isOpen ? (
        <LinkButton to={settingsPath('privacy')}>{t('settings.connection.passphraseFirst')}</LinkButton>
      ) : (
        <Button
          isDisabled={!isOpen}
          onPress={() => {
            setReplacing(true)
          }}
        >
          {t('settings.connection.tokenReplace')}
        </Button>
      )}
      {isReplacing ? (
        <TokenDialog
          connection={connection.settings}
          onClose={() => {
            setReplacing(false)
          }}
        />
      ) : undefined}
    </div>
  )
}

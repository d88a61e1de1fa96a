import { useState } from 'react'
import { useForm, useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import {
  connectionFields,
  connectionPanels,
  settingsOn,
  type ShownSetting,
} from '../../../../../shared/domain/connection/connection.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { settingsPath } from '../../../routes.ts'
import { useServices, useSnapshot } from '../../../state/services.tsx'
import { useStoredForm } from '../../../state/use-stored-form.ts'
import { Button } from '../../../ui/button.tsx'
import { showProblems } from '../../../ui/form-fields.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Checks } from '../../connection/checks.tsx'
import { toConnectionForm } from '../../connection/connection-values.ts'
import { keeperOf, needsPassphrase } from '../../connection/keeper-of.ts'
import { sayIfKnown } from '../../connection/say-setting.ts'
import { isPlain, SettingField } from '../../connection/setting-field.tsx'
import { useConnectionTest } from '../../connection/use-connection-test.ts'
import { TokenDialog } from '../../frame/token-dialog.tsx'
import { readValues, toValues, type ConnectionSettingsValues } from './connection-settings-values.ts'
import { settingEditors } from './setting-editors.tsx'

/** All settings of one connection, saved together. */
export function ConnectionSettings({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useTranslation()
  const { view } = useServices()
  const save = useCall('connection.save')
  const [hasProblems, setProblems] = useState(false)
  const form = useForm<ConnectionSettingsValues>({ defaultValues: toValues(connection.settings) })
  const { control, handleSubmit, reset, formState } = form
  const forget = useStoredForm(`connection ${connection.settings.id}`, form)

  const refuse = (problems: Readonly<Record<string, string>>) => {
    setProblems(true)
    showProblems(form, problems)
  }
  const submit = handleSubmit(async (typed) => {
    const reading = readValues(typed, connection.settings)
    if (!reading.ok) return refuse(reading.problems)
    setProblems(false)
    const reply = await save.run(reading.connection)
    if (!reply.ok) return reply.error.fields === undefined ? undefined : refuse(reply.error.fields)
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
      {connectionPanels.map((panel) => (
        <SettingsPanel key={panel} panel={panel} control={control} connection={connection} />
      ))}
      <div className="-mx-5 grid gap-2 border-t border-line bg-ground px-5 py-3 roomy:sticky roomy:bottom-0">
        {hasProblems ? <Notice tone="bad">{t('settings.connection.fix')}</Notice> : undefined}
        <ErrorNotice error={hasProblems ? undefined : save.error} />
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

/** What the training platform sets itself. */
const setByTraining: ReadonlySet<ShownSetting> = new Set(['baseUrl', 'crmService', 'cmsService', 'proxy', 'authority'])

/** Editors that share a line with another. */
const short: ReadonlySet<string> = new Set(['word', 'number', 'select'])

interface PanelProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
}

/** The settings of one panel. The platform's panel also has its token and a test. */
function SettingsPanel({ panel, ...of }: PanelProps & { readonly panel: (typeof connectionPanels)[number] }) {
  const { t } = useTranslation()
  const isTraining = of.connection.settings.kind === 'training'
  const settings = settingsOn(panel).filter((setting) => !isTraining || !setByTraining.has(setting))
  if (settings.length === 0) return undefined
  return (
    <Panel title={t(`settings.panels.${panel}.title`)} note={sayIfKnown(t, `settings.panels.${panel}.note`)}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 narrow:grid-cols-2">
        {settings.map((setting) => (
          <div key={setting} className={short.has(connectionFields[setting].edit) ? '' : 'narrow:col-span-2'}>
            <SettingEditor setting={setting} {...of} />
          </div>
        ))}
        {panel === 'platform' && !isTraining ? <TokenLine connection={of.connection} /> : undefined}
      </div>
      {panel === 'platform' ? <ConnectionTest {...of} /> : undefined}
    </Panel>
  )
}

function SettingEditor({ setting, ...of }: PanelProps & { readonly setting: ShownSetting }) {
  if (isPlain(setting)) return <SettingField control={of.control} name={setting} />
  const Editor = settingEditors[setting]
  return <Editor {...of} />
}

/** Tests the connection as it is typed. */
function ConnectionTest({ control, connection }: PanelProps) {
  const { t } = useTranslation()
  const test = useConnectionTest()
  // The cast is safe: a form with all default values has all values.
  const values = useWatch({ control }) as ConnectionSettingsValues
  const { name, colour, baseUrl, crmService, cmsService, proxy, authority } = values
  const platform = { name, colour, baseUrl, crmService, cmsService, proxy, authority }
  const form = toConnectionForm(platform)
  const found = test.resultFor(platform)
  return (
    <div className="mt-4 grid gap-3">
      <div>
        <Button
          isDisabled={test.isBusy || form === undefined}
          onPress={() => {
            if (form !== undefined) void test.run(platform, { id: connection.settings.id, form })
          }}
        >
          {t(test.isBusy ? 'connection.form.testing' : 'settings.connection.test')}
        </Button>
      </div>
      <ErrorNotice error={test.error} />
      {found === undefined ? undefined : <Checks {...found} />}
    </div>
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
        <Button isDisabled={!isOpen} onPress={() => setReplacing(true)}>
          {t('settings.connection.tokenReplace')}
        </Button>
      )}
      {isReplacing ? <TokenDialog connection={connection.settings} onClose={() => setReplacing(false)} /> : undefined}
    </div>
  )
}

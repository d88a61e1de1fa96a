import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Control, useController, useForm, type UseFormReset, useWatch } from 'react-hook-form'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import {
  type Connection,
  connectionFields,
  type ConnectionPage,
  connectionPages,
  type EditedAs,
  pageOf,
  settingsOn,
  type ShownSetting,
  shownSettings,
} from '../../../../../shared/domain/connection/connection.ts'
import {
  creationFlags,
  type CreationQuestion,
  creationQuestions,
} from '../../../../../shared/domain/customer/creation.ts'
import { customerFields } from '../../../../../shared/domain/customer/customer.ts'
import { t } from '../../../locale.ts'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { useServices } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { sayRule } from '../../../ui/text-field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Switch } from '../../../ui/choices.tsx'
import {
  Checks,
  toConnectionForm,
  toProxyLogIn,
  useConnectionTest,
  pickChanged,
  pickDifferent,
  useStoredForm,
} from '../../connection/connection-form.tsx'
import {
  AddressField,
  AuthorityField,
  PlainHttpField,
  ProxyField,
  ProxyLogInFields,
  TenantColourField,
} from '../../connection/connection-fields.tsx'
import { isPlain, sayIfKnown, SettingField } from '../../connection/setting-field.tsx'
import {
  type ConnectionSettingsValues,
  findChangedPlace,
  flagChoices,
  isOtherProxy,
  noSecrets,
  readValues,
  settledTexts,
  toValues,
} from './connection-settings-values.ts'
import { LogoEditor, ProductsEditor, RowList } from './list-editors.tsx'
import { ProxyLogInLine, TokenAgain, TokenLine } from './secret-lines.tsx'
import { Form, FormSelect, FormText, showProblems } from '../../../ui/form.tsx'

const pageNames = Object.keys(connectionPages) as ConnectionPage[]

interface ConnectionSettingsProps {
  readonly connection: ConnectionView
  readonly page: ConnectionPage
  readonly onPage: (page: ConnectionPage) => void
}

/** The settings of a connection on five pages. The pages are one form, so the changes on all pages are saved together. */
export function ConnectionSettings({ connection, page, onPage }: ConnectionSettingsProps) {
  const { view } = useServices()
  const save = useCall('connection.save')
  const [hasProblems, setProblems] = useState(false)
  const form = useForm<ConnectionSettingsValues>({ defaultValues: toValues(connection.settings) })
  const { control, handleSubmit, reset, getValues, formState } = form
  const { dirtyFields } = formState
  const settings = JSON.stringify(connection.settings)
  const changed = useEffectEvent(() => pickChanged(getValues(), dirtyFields))
  useEffect(() => {
    // The settings may change while the form is open, by an imported file or by the fleet. Only the settings that were changed here stay.
    renew(reset, toValues(JSON.parse(settings) as Connection), changed())
  }, [reset, settings])
  const forget = useStoredForm(`connection ${connection.settings.id}`, form, noSecrets)

  const refuse = (problems: Readonly<Record<string, string>>) => {
    setProblems(true)
    const [first = ''] = Object.keys(problems)
    // Opens the page of the faulty field first, because only a rendered field can take the focus.
    flushSync(() => onPage(findPage(first)))
    showProblems(form, problems)
  }
  const submit = handleSubmit(async (typed) => {
    const reading = readValues(typed, connection.settings)
    if (!reading.ok) return refuse(reading.problems)
    const secrets = toSecrets(connection.settings, typed)
    if (secrets === undefined) return refuse({ proxyUser: 'proxy-user' })
    setProblems(false)
    const reply = await save.run({ ...reading.connection, ...secrets })
    if (!reply.ok) return reply.error.fields === undefined ? undefined : refuse(reply.error.fields)
    // What was typed while the settings were being saved stays, and is not saved yet.
    const since = pickDifferent(getValues(), typed)
    if (Object.keys(since).length === 0) forget()
    renew(reset, toValues(reading.connection), since)
    view.say(t('settings.connection.saved'))
  })

  return (
    <Form
      className="grid grid-cols-[minmax(0,1fr)] gap-5 [&_:is(input,textarea,button,label)]:scroll-mb-24"
      onSubmit={submit}
    >
      <Tabs
        label={t('settings.connection.pages.label')}
        selected={page}
        onSelect={onPage}
        tabs={pageNames.map((id) => ({
          id,
          name: t(`settings.connection.pages.${id}`),
          content: (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {connectionPages[id].map((panel) => (
                <SettingsPanel key={panel} panel={panel} control={control} connection={connection} />
              ))}
            </div>
          ),
        }))}
      />
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
    </Form>
  )
}

/** Replaces the values of the form, but keeps `own`, which stay unsaved. */
function renew(
  reset: UseFormReset<ConnectionSettingsValues>,
  fresh: ConnectionSettingsValues,
  own: Readonly<Record<string, unknown>>,
): void {
  reset(fresh)
  if (Object.keys(own).length > 0) reset({ ...fresh, ...own }, { keepDefaultValues: true })
}

/** Returns the page of a form field by its path. A path that names no setting names a secret. Secrets are on the platform's page. */
function findPage(path: string): ConnectionPage {
  const setting = shownSettings.find((one) => one === path.split('.')[0])
  return setting === undefined ? 'platform' : pageOf(setting)
}

/** Returns the typed secrets that the changed settings need. Undefined if the proxy's credentials are invalid. */
function toSecrets(saved: Connection, typed: ConnectionSettingsValues) {
  const token = findChangedPlace(saved, typed) === undefined ? '' : typed.token.trim()
  const hasLogIn = isOtherProxy(saved, typed) && typed.proxyUser.trim() !== ''
  const proxyLogIn = hasLogIn ? toProxyLogIn(typed) : undefined
  if (hasLogIn && proxyLogIn === undefined) return undefined
  return { ...(token !== '' && { token }), ...(proxyLogIn && { proxyLogIn }) }
}

/** The settings that the training platform sets itself. */
const setByTraining: ReadonlySet<ShownSetting> = new Set([
  'baseUrl',
  'allowsPlainHttp',
  'crmService',
  'cmsService',
  'proxy',
  'authority',
])

/** The kinds of editor that share a line with another editor. */
const short: ReadonlySet<string> = new Set(['word', 'number', 'select'])

interface PanelProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
}

/** The platform's panel also shows the token and a test of the connection. */
function SettingsPanel({
  panel,
  ...of
}: PanelProps & { readonly panel: (typeof connectionPages)[ConnectionPage][number] }) {
  const isTraining = of.connection.settings.kind === 'training'
  const settings = settingsOn(panel).filter((setting) => !isTraining || !setByTraining.has(setting))
  // The cast is safe, because a form with all default values has all values.
  const changed = findChangedPlace(
    of.connection.settings,
    useWatch({ control: of.control }) as ConnectionSettingsValues,
  )
  if (settings.length === 0) return undefined
  return (
    // The first panel needs no title, because its page already has the same name.
    <Panel
      {...(panel === 'platform' ? {} : { title: t(`settings.panels.${panel}.title`) })}
      note={sayIfKnown(`settings.panels.${panel}.note`)}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 narrow:grid-cols-2">
        {settings.map((setting) => (
          <div
            key={setting}
            className={short.has(connectionFields[setting].edit) ? '' : 'empty:hidden narrow:col-span-2'}
          >
            <SettingEditor setting={setting} {...of} />
            {setting === changed ? <TokenAgain control={of.control} changed={changed} /> : undefined}
          </div>
        ))}
        {panel === 'platform' && changed === undefined && !isTraining ? (
          <div className="border-t border-line pt-4 narrow:col-span-2">
            <TokenLine connection={of.connection} />
          </div>
        ) : undefined}
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

function ConnectionTest({ control, connection }: PanelProps) {
  const test = useConnectionTest()
  // The cast is safe, because a form with all default values has all values.
  const values = useWatch({ control }) as ConnectionSettingsValues
  const { name, colour, baseUrl, allowsPlainHttp, crmService, cmsService, proxy, authority } = values
  const platform = { name, colour, baseUrl, allowsPlainHttp, crmService, cmsService, proxy, authority }
  const form = toConnectionForm(platform)
  const secrets = toSecrets(connection.settings, values)
  const tested = { ...platform, ...secrets }
  const found = test.resultFor(tested)
  const elsewhere = sayRule(test.error?.fields?.['token'])
  return (
    <div className="mt-4 grid gap-3">
      <div>
        <Button
          data-begins-test
          isDisabled={form === undefined}
          isBusy={test.isBusy}
          onPress={() => {
            if (form !== undefined) void test.run(tested, { id: connection.settings.id, form, ...secrets })
          }}
        >
          {t(test.isBusy ? 'connection.form.testing' : 'settings.connection.test')}
        </Button>
      </div>
      {elsewhere === undefined ? <ErrorNotice error={test.error} /> : <Notice tone="bad">{elsewhere}</Notice>}
      {found === undefined ? undefined : <Checks {...found} />}
    </div>
  )
}

/** The settings that need more than a plain field. */
const settingEditors: Readonly<Record<EditedAs<'own'>, ComponentType<PanelProps>>> = {
  baseUrl: ({ control }) => <AddressField control={control} wasTried />,
  allowsPlainHttp: ({ control }) => <PlainHttpField control={control} />,
  colour: ({ control }) => <TenantColourField control={control} />,
  products: ProductsEditor,
  resellers: ({ control }) => <RowList control={control} name="resellers" blank={{ id: '', name: '' }} />,
  defaults: CustomerDefaults,
  handoutLogo: LogoEditor,
  proxy: ProxyEditor,
  authority: ({ control }) => <AuthorityField control={control} />,
  creationDefaults: SentWithCreations,
  creationQuestions: AskedAtCreations,
}

/** For another proxy, the form asks for credentials again, because stored credentials are never sent to another proxy. They are optional. */
function ProxyEditor({ control, connection }: PanelProps) {
  const proxy = useWatch({ control, name: 'proxy' })
  return (
    <div className="grid gap-4">
      <ProxyField control={control} />
      {isOtherProxy(connection.settings, { proxy }) ? (
        <>
          {connection.hasProxyLogIn ? <Notice tone="warning">{t('network.logInAgain')}</Notice> : undefined}
          <ProxyLogInFields control={control} />
        </>
      ) : (
        <ProxyLogInLine connection={connection} />
      )}
    </div>
  )
}

function CustomerDefaults({ control }: PanelProps) {
  return (
    <div className="grid items-start gap-4 narrow:grid-cols-2">
      {customerFields.map((field) => (
        <FormText
          key={field}
          control={control}
          name={`defaults.${field}`}
          label={t(`settings.customerFields.${field}`)}
        />
      ))}
    </div>
  )
}

function SentWithCreations({ control }: PanelProps) {
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 narrow:grid-cols-3">
      <legend className="mb-2 font-semibold">{t('settings.fields.creationDefaults.label')}</legend>
      {settledTexts.map((name) => (
        <FormText
          key={name}
          control={control}
          name={`creationDefaults.${name}`}
          label={t(`activation.options.${name}`)}
          hint={t(`settings.fields.creationDefaults.hints.${name}`)}
        />
      ))}
      {creationFlags.map((name) => (
        <FormSelect
          key={name}
          control={control}
          name={`creationDefaults.${name}`}
          label={t(`activation.options.${name}`)}
          choices={flagChoices.map((id) => ({ id, name: t(`settings.fields.creationDefaults.flag.${id}`) }))}
        />
      ))}
    </fieldset>
  )
}

function AskedAtCreations({ control }: PanelProps) {
  const { field } = useController({ control, name: 'creationQuestions' })
  const asked: readonly CreationQuestion[] = field.value
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-4 narrow:grid-cols-2">
      <legend className="font-semibold">{t('settings.fields.creationQuestions.label')}</legend>
      <p className="mb-1 text-small text-soft narrow:col-span-2">{t('settings.fields.creationQuestions.hint')}</p>
      {creationQuestions.map((name) => (
        <Switch
          key={name}
          isSelected={asked.includes(name)}
          onChange={(isAsked) =>
            field.onChange(creationQuestions.filter((one) => (one === name ? isAsked : asked.includes(one))))
          }
        >
          {t(`activation.options.${name}`)}
        </Switch>
      ))}
    </fieldset>
  )
}

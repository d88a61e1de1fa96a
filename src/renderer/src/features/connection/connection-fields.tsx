import { ChevronRight, TriangleAlert, Wrench } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Text } from 'react-aria-components/Text'
import { useController, useWatch, type Control } from 'react-hook-form'
import type { AuthorityView } from '../../../../shared/bridge/connection-channels.ts'
import { readAddress, type AddressReading } from '../../../../shared/domain/connection/address.ts'
import {
  tenantColours,
  type TenantColour,
  readProxy,
  isPlainHttp,
} from '../../../../shared/domain/connection/connection.ts'
import { ErrorNotice, NotAllowed, useCall } from '../../bridge/use-call.tsx'
import { useSnapshot, usePolicy } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton, FormSwitch, FormText } from '../../ui/form.tsx'
import { formatDay, useNow } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { sayRule } from '../../ui/text-field.tsx'
import { readBase64 } from '../maintenance/file-text.ts'
import { keeperOf } from '../vault/protect-panel.tsx'
import { t } from '../../locale.ts'

/** The size limit of a file, in bytes. A larger file is not a file of certificates. */
const largestFile = 500_000

/** Setdesk corrects the address when the focus leaves the field, and lists the corrections. */
export function AddressField<Values extends { baseUrl: string }>(props: {
  readonly control: Control<Values>
  readonly wasTried: boolean
}) {
  // This cast and the cast below are safe, because the form's values include the value of the field.
  const control = props.control as unknown as Control<{ baseUrl: string }>
  const { field } = useController({ control, name: 'baseUrl' })
  const [mended, setMended] = useState<AddressReading>()
  const reading = readAddress(field.value)
  const problem = addressProblem(reading, props.wasTried)
  const fix = () => {
    if (!reading.ok) return
    if (reading.mended.length > 0) setMended(reading)
    if (reading.baseUrl !== field.value) field.onChange(reading.baseUrl)
  }
  return (
    <div className="grid gap-2">
      <FormText
        control={control}
        name="baseUrl"
        label={t('settings.fields.baseUrl.label')}
        hint={t('settings.fields.baseUrl.hint')}
        inputMode="url"
        figures
        onLeave={fix}
        error={problem && t(`connection.address.${problem}`)}
      />
      <AddressNotice reading={keepFixes(reading, mended)} />
    </div>
  )
}

/** Shown only if requests would leave this computer unencrypted. */
export function PlainHttpField<Values extends { baseUrl: string; proxy: string; allowsPlainHttp: boolean }>(props: {
  readonly control: Control<Values>
}) {
  const control = props.control as unknown as Control<{ baseUrl: string; proxy: string; allowsPlainHttp: boolean }>
  const [baseUrl, typedProxy] = useWatch({ control, name: ['baseUrl', 'proxy'] })
  const policy = usePolicy()
  const address = readAddress(baseUrl)
  const proxy = readProxy(typedProxy)
  if (!address.ok || !isPlainHttp({ baseUrl: address.baseUrl, proxy: proxy.ok ? proxy.proxy : '' })) return undefined
  if (!policy.plainHttp) return <NotAllowed field="plainHttp" />
  return (
    <FormSwitch
      control={control}
      name="allowsPlainHttp"
      label={t('settings.fields.allowsPlainHttp.label')}
      note={t('settings.fields.allowsPlainHttp.hint')}
    />
  )
}

export function AddressNotice({ reading }: { readonly reading: AddressReading }) {
  if (!reading.ok) return undefined
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {reading.mended.length === 0 ? undefined : (
        <p className="flex items-start gap-2 text-small text-soft">
          <Wrench aria-hidden size="0.875rem" className="mt-px shrink-0" />
          <span className="[overflow-wrap:anywhere]">
            {reading.mended.map((fixing) => t(`connection.address.${fixing}`)).join(' ')}{' '}
            <b className="font-semibold text-ink">{t('connection.address.becomes', { address: reading.baseUrl })}</b>
          </span>
        </p>
      )}
      {reading.plainHttp ? (
        <p className="flex items-start gap-2 rounded-normal bg-waiting-tint px-3 py-2 text-small text-waiting">
          <TriangleAlert aria-hidden size="0.875rem" className="mt-px shrink-0" />
          <span>
            <b className="font-semibold">{t('connection.address.plainHttp')}.</b>{' '}
            <span className="text-ink">{t('connection.address.plainHttpText')}</span>
          </span>
        </p>
      ) : undefined}
    </div>
  )
}

export function TenantColourField<Values extends { colour: TenantColour }>(props: {
  readonly control: Control<Values>
}) {
  const control = props.control as unknown as Control<{ colour: TenantColour }>
  const { field } = useController({ control, name: 'colour' })
  return (
    <RadioGroup
      value={field.value}
      onChange={field.onChange}
      orientation="horizontal"
      className="grid content-start gap-1.5"
    >
      <Label className="text-small text-soft">{t('settings.fields.colour.label')}</Label>
      <div className="flex flex-wrap gap-2">
        {tenantColours.map((colour) => (
          <Radio
            key={colour}
            value={colour}
            data-block
            className="grid min-h-8 place-items-center rounded-normal px-3 text-small text-on-tenant outline-offset-2 data-focus-visible:outline-2 data-focus-visible:outline-focus data-selected:font-semibold data-selected:ring-2 data-selected:ring-ink data-selected:ring-offset-2 data-selected:ring-offset-surface"
            style={{ background: `var(--tenant-${colour})` }}
          >
            {t(`settings.fields.colour.choices.${colour}`)}
          </Radio>
        ))}
      </div>
      <Text slot="description" className="text-small text-soft">
        {t('settings.fields.colour.hint')}
      </Text>
    </RadioGroup>
  )
}

export function ProxyField<Values extends { proxy: string }>(props: { readonly control: Control<Values> }) {
  const control = props.control as unknown as Control<{ proxy: string }>
  const { field } = useController({ control, name: 'proxy' })
  const reading = readProxy(field.value)
  const problem = reading.ok ? undefined : sayRule(reading.problem)
  return (
    <FormText
      control={control}
      name="proxy"
      label={t('settings.fields.proxy.label')}
      hint={t('settings.fields.proxy.hint')}
      inputMode="url"
      figures
      onLeave={() => {
        if (reading.ok && reading.proxy !== field.value) field.onChange(reading.proxy)
      }}
      error={problem}
    />
  )
}

export function ProxyLogInFields<Values extends { proxyUser: string; proxyPassword: string }>(props: {
  readonly control: Control<Values>
}) {
  const keeper = useSnapshot(keeperOf)
  const control = props.control as unknown as Control<{ proxyUser: string; proxyPassword: string }>
  return (
    <div className="grid items-start gap-4 narrow:grid-cols-2">
      <FormText control={control} name="proxyUser" label={t('network.user')} />
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
}

/**
 * The certificates that a company adds. The user chooses them as a file, and they are listed by subject. A file without certificates
 * changes nothing.
 */
export function AuthorityField<Values extends { authority: string }>(props: { readonly control: Control<Values> }) {
  const control = props.control as unknown as Control<{ authority: string }>
  const { field, fieldState } = useController({ control, name: 'authority' })
  const problem = sayRule(fieldState.error?.message)
  const pem = field.value
  const { run, error, isBusy, clear } = useCall('connection.read-authority')
  const [view, setView] = useState<AuthorityView>()
  const [isTooLarge, setTooLarge] = useState(false)
  const isShown = view?.pem === pem
  useEffect(() => {
    if (pem === '' || isShown) return
    const show = async () => {
      const reply = await run({ file: btoa(pem) })
      if (reply.ok) setView(reply.value)
    }
    void show()
  }, [pem, isShown, run])

  const choose = async (file: File) => {
    clear()
    setTooLarge(file.size > largestFile)
    if (file.size > largestFile) return
    const reply = await run(readBase64(file).then((content) => ({ file: content })))
    if (!reply.ok) return
    setView(reply.value)
    field.onChange(reply.value.pem)
  }
  const isNone = error?.code === 'file-unusable' || error?.code === 'bad-request'
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-2 text-small text-soft">{t('settings.fields.authority.label')}</legend>
      {pem === '' ? <p>{t('network.authorityNone')}</p> : undefined}
      {pem !== '' && isShown ? <Certificates view={view} /> : undefined}
      <div className="flex flex-wrap gap-2">
        <FileButton isDisabled={isBusy} onFile={(file) => void choose(file)}>
          {t(pem === '' ? 'network.authorityChoose' : 'network.authorityReplace')}
        </FileButton>
        {pem === '' ? undefined : (
          <Button variant="quiet" onPress={() => field.onChange('')}>
            {t('network.authorityRemove')}
          </Button>
        )}
      </div>
      <p className="max-w-2xl text-small text-soft">{t('settings.fields.authority.hint')}</p>
      {problem === undefined ? undefined : <Notice tone="bad">{problem}</Notice>}
      {isNone ? <Notice tone="bad">{t('network.notOne')}</Notice> : undefined}
      {isTooLarge || error?.code === 'too-large' ? <Notice tone="bad">{t('network.tooMany')}</Notice> : undefined}
      {isNone || error?.code === 'too-large' ? undefined : <ErrorNotice error={error} />}
    </fieldset>
  )
}

function Certificates({ view }: { readonly view: AuthorityView }) {
  const now = useNow()
  return (
    <ul className="grid gap-2">
      {view.certificates.map(({ subject, until, fingerprint }) => (
        <li key={fingerprint} className="border-s-2 border-line ps-3 [overflow-wrap:anywhere]">
          <p className="font-semibold">{subject}</p>
          <p className={until < now ? 'text-small text-refused' : 'text-small text-soft'}>
            {t(until < now ? 'network.authorityOver' : 'network.authorityUntil', { day: formatDay(until) })}
          </p>
          <p className="font-figures text-small text-soft select-all">{fingerprint}</p>
        </li>
      ))}
    </ul>
  )
}

interface NetworkValues {
  proxy: string
  authority: string
  proxyUser: string
  proxyPassword: string
}

/**
 * The network settings of a new connection. The settings are folded at first, because most companies need none of them. `isOpen` unfolds
 * the settings, because one of them is wrong.
 */
export function NetworkDisclosure<Values extends NetworkValues>(props: {
  readonly control: Control<Values>
  readonly isOpen?: boolean
  readonly note?: string
}) {
  const control = props.control as unknown as Control<NetworkValues>
  const proxy = useWatch({ control, name: 'proxy' })
  return (
    <details open={props.isOpen} className="group rounded-normal border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-normal px-3 font-semibold outline-offset-2 hover:bg-sunken focus-visible:outline-2 focus-visible:outline-focus">
        <ChevronRight
          aria-hidden
          size="1rem"
          className="shrink-0 transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
        />
        {t('network.closed')}
      </summary>
      <div className="grid gap-4 border-t border-line p-4">
        <p className="text-small text-soft">{props.note ?? t('settings.panels.network.note')}</p>
        <ProxyField control={control} />
        {proxy.trim() === '' ? undefined : <ProxyLogInFields control={control} />}
        <AuthorityField control={control} />
      </div>
    </details>
  )
}

/** Keeps the list of earlier corrections as long as the address is unchanged. */
export function keepFixes(now: AddressReading, before: AddressReading | undefined): AddressReading {
  if (!now.ok || before?.ok !== true || now.mended.length > 0 || now.baseUrl !== before.baseUrl) return now
  return { ...now, mended: before.mended }
}

/** An empty field has no problem before the first attempt to connect. */
export function addressProblem(
  reading: AddressReading,
  wasTried: boolean,
): 'empty' | 'scheme' | 'not-understood' | undefined {
  if (reading.ok) return undefined
  return reading.problem === 'empty' && !wasTried ? undefined : reading.problem
}

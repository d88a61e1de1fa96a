import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useEffect, useState } from 'react'
import { readProxy } from '../../../../shared/domain/connection/proxy.ts'
import { sayRule } from '../../ui/say-rule.ts'
import { FormText } from '../../ui/form-fields.tsx'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import type { AuthorityView } from '../../../../shared/bridge/connection-channels.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { readBase64 } from '../maintenance/file-text.ts'

/** In bytes. A larger file holds no certificates. */
const largestFile = 500_000

/** The proxy of a company's network. */
export function ProxyField<Values extends { proxy: string }>(props: { readonly control: Control<Values> }) {
  const { t } = useTranslation()
  // The cast is safe: the values of the form include the proxy.
  const control = props.control as unknown as Control<{ proxy: string }>
  const { field } = useController({ control, name: 'proxy' })
  const reading = readProxy(field.value)
  const problem = reading.ok ? undefined : sayRule(t, reading.problem)
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
      {...(problem === undefined ? {} : { error: problem })}
    />
  )
}

/** Certificates that a company adds, chosen as a file and listed by subject. A file without certificates changes nothing. */
export function AuthorityField<Values extends { authority: string }>(props: { readonly control: Control<Values> }) {
  const { t } = useTranslation()
  // The cast is safe: the values of the form include the certificates.
  const control = props.control as unknown as Control<{ authority: string }>
  const { field, fieldState } = useController({ control, name: 'authority' })
  const problem = sayRule(t, fieldState.error?.message)
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
    const reply = await run({ file: await readBase64(file) })
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
        <FileTrigger
          onSelect={(chosen) => {
            const file = chosen?.[0]
            if (file !== undefined) void choose(file)
          }}
        >
          <Button isDisabled={isBusy}>{t(pem === '' ? 'network.authorityChoose' : 'network.authorityReplace')}</Button>
        </FileTrigger>
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
  const { t } = useTranslation()
  const now = useNow()
  return (
    <ul className="grid gap-2">
      {view.certificates.map(({ subject, until, fingerprint }) => (
        <li key={fingerprint} className="border-l-2 border-line pl-3 [overflow-wrap:anywhere]">
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

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { type FieldValues, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  type Check,
  type ConnectionForm,
  connectionFormSchema,
  type Request,
  type Response,
} from '../../../../shared/bridge/contract.ts'
import { readAddress } from '../../../../shared/domain/connection/address.ts'
import {
  type ProxyLogIn,
  proxyLogInSchema,
  proxySchema,
  readProxy,
} from '../../../../shared/domain/connection/connection.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { keeperOf } from '../vault/protect-panel.tsx'
import { CircleAlert, CircleCheck, CircleMinus, type LucideIcon, TriangleAlert } from 'lucide-react'
import { AddressField, NetworkDisclosure, PlainHttpField, TenantColourField } from './connection-fields.tsx'
import { sayConnectionFinding, SettingField } from './setting-field.tsx'
import { t } from '../../locale.ts'
import { clsx } from 'clsx'
import { Notice } from '../../ui/notice.tsx'
import { Form, FormText, showProblems } from '../../ui/form.tsx'

const connectionValuesSchema = connectionFormSchema.extend({
  baseUrl: z.string(),
  allowsPlainHttp: z.boolean(),
  token: z.string().trim(),
  proxy: proxySchema,
  authority: z.string(),
  /** The proxy's credentials. If the user is empty, there are no credentials. */
  proxyUser: z.string().trim(),
  proxyPassword: z.string(),
})
type ConnectionValues = z.infer<typeof connectionValuesSchema>

export const emptyConnectionValues: ConnectionValues = {
  name: '',
  colour: 'plum',
  baseUrl: '',
  allowsPlainHttp: false,
  crmService: '',
  cmsService: '',
  token: '',
  proxy: '',
  authority: '',
  proxyUser: '',
  proxyPassword: '',
}

export function toConnectionForm(values: Pick<ConnectionValues, keyof ConnectionForm>): ConnectionForm | undefined {
  const reading = readAddress(values.baseUrl)
  const proxy = readProxy(values.proxy)
  if (!reading.ok || !proxy.ok) return undefined
  const { name, colour, crmService, cmsService, authority, allowsPlainHttp } = values
  return {
    name,
    colour,
    crmService,
    cmsService,
    authority,
    allowsPlainHttp,
    baseUrl: reading.baseUrl,
    proxy: proxy.proxy,
  }
}

export function toProxyLogIn({
  proxy,
  proxyUser,
  proxyPassword,
}: Pick<ConnectionValues, 'proxy' | 'proxyUser' | 'proxyPassword'>): ProxyLogIn | undefined {
  const reading = proxyLogInSchema.safeParse({ user: proxyUser, password: proxyPassword })
  return proxy === '' || !reading.success ? undefined : reading.data
}

/**
 * Remembers the changed values of a form while the screen is closed, and restores them as unsaved changes. Values that were not changed
 * come from the present settings, which may be newer. `without` replaces values that must not be remembered, such as a token. Returns a
 * function that forgets the values, to be called after a save.
 */
export function useStoredForm<Values extends FieldValues>(
  key: string,
  {
    control,
    reset,
    getValues,
    formState: { isDirty, dirtyFields },
  }: Pick<UseFormReturn<Values>, 'control' | 'reset' | 'getValues' | 'formState'>,
  without?: Partial<Values>,
): () => void {
  const { kept } = useServices().view
  const values = useWatch({ control })
  useEffect(() => {
    const before = kept.get(key)
    if (before !== undefined) reset(Object.assign({}, getValues(), before), { keepDefaultValues: true })
  }, [kept, key, reset, getValues])
  const changed = JSON.stringify(dirtyFields)
  useEffect(() => {
    if (isDirty) kept.set(key, pickChanged(Object.assign({}, values, without), JSON.parse(changed) as object))
    else kept.delete(key)
  }, [kept, key, isDirty, changed, values, without])
  return () => kept.delete(key)
}

/** The values of a form that the technician has changed. A changed list is returned with all its rows. */
export const pickChanged = (values: object, dirtyFields: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(dirtyFields, name)))

/** The values of a form that differ from those that were sent. A different list is returned with all its rows. */
export const pickDifferent = <Values extends object>(
  values: Values,
  sent: Values,
): Readonly<Record<string, unknown>> => {
  const before = new Map(Object.entries(sent).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => before.get(name) !== JSON.stringify(value)),
  )
}

const noSecret = { token: '', proxyPassword: '' } as const

/** The input stays in the form after any result. */
export function ConnectionFields({ onDone }: { readonly onDone: (id: string) => void }) {
  const keeper = useSnapshot(keeperOf)
  const add = useCall('connection.add')
  const test = useConnectionTest()
  const [wasTried, setTried] = useState(false)
  const connectionForm = useForm<ConnectionValues>({
    resolver: zodResolver(connectionValuesSchema),
    defaultValues: emptyConnectionValues,
  })
  const { control, handleSubmit, setError, setFocus } = connectionForm
  useEffect(() => {
    setFocus('baseUrl')
  }, [setFocus])
  const forget = useStoredForm('connection new', connectionForm, noSecret)
  const values = useWatch({ control }) as ConnectionValues
  const found = test.resultFor(values)
  const isTested = found?.usable === true && !found.isOld

  const withForm = (action: (request: Request<'connection.add'>) => Promise<void>) => {
    setTried(true)
    return handleSubmit(async (typed) => {
      const form = toConnectionForm(typed)
      const proxyLogIn = toProxyLogIn(typed)
      if (typed.token === '') setError('token', { message: 'required' }, { shouldFocus: true })
      if (form === undefined || typed.token === '') return
      await action({ form, token: typed.token, ...(proxyLogIn && { proxyLogIn }) })
    })()
  }
  const connect = () =>
    withForm(async (request) => {
      const reply = await add.run(request)
      if (!reply.ok) return showProblems(connectionForm, reply.error.fields ?? {})
      forget()
      onDone(reply.value.id)
    })
  const runTest = () => withForm((request) => test.run(values, request))

  return (
    <Form className="grid gap-5" onSubmit={() => (isTested ? connect() : runTest())}>
      <div className="grid items-start gap-x-4 gap-y-4 narrow:grid-cols-2">
        <div className="narrow:col-span-2">
          <AddressField control={control} wasTried={wasTried} />
        </div>
        <div className="empty:hidden narrow:col-span-2">
          <PlainHttpField control={control} />
        </div>
        <SettingField control={control} name="crmService" />
        <SettingField control={control} name="cmsService" />
        <FormText
          control={control}
          name="token"
          type="password"
          autoComplete="off"
          label={t('connection.form.token')}
          hint={t('connection.form.tokenHint', { keeper: t(`frame.keepers.${keeper}`) })}
        />
        <SettingField control={control} name="name" />
        <div className="narrow:col-span-2">
          <TenantColourField control={control} />
        </div>
      </div>
      <NetworkDisclosure control={control} />
      {found === undefined ? undefined : <Checks {...found} />}
      <ErrorNotice error={test.error ?? (add.error?.fields === undefined ? add.error : undefined)} />
      <div className="flex flex-wrap gap-2">
        {isTested ? (
          <Button type="submit" variant="primary" size="large" isBusy={add.isBusy}>
            {t('connection.form.connect')}
          </Button>
        ) : undefined}
        <Button
          {...(isTested ? {} : { type: 'submit' as const })}
          variant={isTested ? 'plain' : 'primary'}
          size="large"
          data-begins-test
          isBusy={test.isBusy}
          onPress={() => {
            if (isTested) void runTest()
          }}
        >
          {t(test.isBusy ? 'connection.form.testing' : 'connection.form.test')}
        </Button>
        {isTested ? undefined : (
          <Button variant="quiet" size="large" isBusy={add.isBusy} onPress={() => void connect()}>
            {t('connection.form.connectUntested')}
          </Button>
        )}
      </div>
    </Form>
  )
}

const looks: Readonly<Record<Check['outcome'], { readonly icon: LucideIcon; readonly look: string }>> = {
  good: { icon: CircleCheck, look: 'text-done' },
  warning: { icon: TriangleAlert, look: 'text-waiting' },
  bad: { icon: CircleAlert, look: 'text-refused' },
  'not-checked': { icon: CircleMinus, look: 'text-soft' },
}

type TestResult = Response<'connection.test'>

export function useConnectionTest<Values>() {
  const { run, isBusy, error } = useCall('connection.test')
  const [last, setLast] = useState<{ readonly of: string; readonly result: TestResult }>()
  return {
    run: async (values: Values, request: Request<'connection.test'>) => {
      setLast(undefined)
      const reply = await run(request)
      if (reply.ok) setLast({ of: JSON.stringify(values), result: reply.value })
    },
    /** Returns the result of the last test. `isOld`: the values have changed since the test. */
    resultFor: (values: Values) => last && { ...last.result, isOld: last.of !== JSON.stringify(values) },
    isBusy,
    error,
  }
}

interface ChecksProps extends TestResult {
  /** Whether the form was changed after the test. If so, the findings stay on screen, but the verdict is hidden. */
  readonly isOld: boolean
}

export function Checks({ checks, usable, isOld }: ChecksProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // The braces discard the return value, because a browser may return a promise, which React would call as a clean-up function.
    section.current?.scrollIntoView({ block: 'nearest' })
    // If the technician went to a field to correct it, the focus stays there.
    if (document.activeElement?.hasAttribute('data-begins-test') === true)
      section.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('connection.checks.title')}
      className="grid scroll-my-24 gap-3 outline-none"
    >
      {isOld ? (
        <Notice tone="info" title={t('connection.checks.old')} />
      ) : (
        <Notice
          tone={usable ? 'good' : 'bad'}
          title={t(usable ? 'connection.checks.usable' : 'connection.checks.unusable')}
        />
      )}
      <ul className="grid gap-px overflow-clip rounded-normal border border-line bg-line">
        {checks.map((check) => (
          <CheckLine key={`${check.subject} ${check.finding}`} check={check} />
        ))}
      </ul>
    </section>
  )
}

function CheckLine({ check }: { readonly check: Check }) {
  const { icon: Icon, look } = looks[check.outcome]
  return (
    <li data-check={check.subject} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-3 bg-surface px-4 py-2.5">
      <Icon aria-hidden size="1.125rem" className={clsx('mt-px', look)} />
      <div className="[overflow-wrap:anywhere]">
        <p>
          <span className="font-semibold">{t(`connection.checks.subjects.${check.subject}`)}</span>{' '}
          <span className={clsx('ms-1 text-small', look)}>{t(`connection.checks.outcomes.${check.outcome}`)}</span>
        </p>
        <p className="text-soft">{sayConnectionFinding(check)}</p>
        {check.detail === undefined ? undefined : <p className="font-figures text-small text-soft">{check.detail}</p>}
      </div>
    </li>
  )
}

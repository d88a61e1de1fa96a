import {
  ArrowLeft,
  RefreshCw,
  UserRoundX,
  Circle,
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type {
  CustomerFacts,
  ShownCustomer,
  HostnameBindings,
  BoxBinding,
  CustomerDevice,
} from '../../../../shared/domain/customer-view.ts'
import { judgeInstall, type VerdictGround } from '../../../../shared/domain/install-verdict.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { paths, queuePath } from '../../routes.ts'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { CustomerActions, type ActionCustomer } from '../actions/customer-actions.tsx'
import { JobTable } from '../queue/job-table.tsx'
import { RawAnswers } from './raw-answers.tsx'
import { nameOf, sayAge, todayOf, sayDaysLeft } from './say-customer.ts'
import { useCustomer, type CustomerState } from './use-customer.ts'
import { VerdictPanel } from './verdict-panel.tsx'
import { namesDevice, readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { JobSummary, BindingStatus } from '../../../../shared/domain/job.ts'
import type { ReactNode } from 'react'
import { knownStatus } from '../../../../shared/domain/status.ts'
import { CustomerStatusChip } from './customer-status.tsx'
import { useProductName } from './use-product-name.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { DeviceLabel } from '../ticket/device-label.tsx'

const looks: Readonly<Record<BindingStatus, { readonly icon: LucideIcon; readonly look: string }>> = {
  'not-asked-for': { icon: CircleMinus, look: 'text-soft' },
  'not-yet': { icon: Circle, look: 'text-soft' },
  on: { icon: CircleCheck, look: 'text-done' },
  off: { icon: CircleX, look: 'text-refused' },
  unread: { icon: CircleQuestionMark, look: 'text-unconfirmed' },
}

const givesBox: ReadonlySet<JobSummary['kind']> = new Set(['new-customer', 'existing-customer'])

/** One customer: status, whether the install works, their boxes, and the jobs on this computer. */
export function CustomerPage({
  userid,
  customermappingid,
}: {
  readonly userid: string
  readonly customermappingid: string
}) {
  const { t } = useTranslation()
  const { refresh, ...state } = useCustomer(userid, customermappingid)
  const { answer, error, isBusy } = state
  const worked = workOn(state, userid)
  const again = (
    <Button size="small" isDisabled={isBusy} onPress={refresh}>
      <RefreshCw aria-hidden size="0.875rem" />
      {t('customers.page.again')}
    </Button>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link
          href={paths.customers}
          className="flex w-fit items-center gap-1.5 font-semibold text-accent no-underline wide:sr-only wide:focus:not-sr-only print:hidden"
        >
          <ArrowLeft aria-hidden size="1rem" />
          {t('customers.page.back')}
        </Link>
        <Told answer={answer} isBusy={isBusy} />
        {answer?.kind === 'customer' ? again : undefined}
      </div>
      <ErrorNotice error={error} actions={again} />
      {answer?.kind === 'absent' ? (
        <EmptyState icon={UserRoundX} title={t('customers.page.absent')} actions={again}>
          {t('customers.page.absentNote', { id: userid === '' ? customermappingid : userid })}
        </EmptyState>
      ) : undefined}
      {answer?.kind === 'unread' ? (
        <Notice tone="bad" title={t('customers.unread.title')} actions={again}>
          <p>{t('customers.unread.next')}</p>
          <RawAnswers
            answers={[
              {
                operation: 'getCustomer',
                raw: answer.raw,
                ...(answer.status === undefined ? {} : { status: answer.status }),
              },
            ]}
          />
        </Notice>
      ) : undefined}
      {answer?.kind === 'customer' ? <CustomerVerdict answer={answer} state={state} /> : undefined}
      {/* Always at this place in the tree, so that an open action dialog survives a new answer. */}
      {worked === undefined ? undefined : <CustomerActions key={worked.userid} customer={worked} />}
      {answer?.kind === 'customer' ? <Shown answer={answer} state={state} /> : undefined}
    </div>
  )
}

/** The customer to work on, with the platform's data, or only the user ID if the platform provided nothing. */
function workOn(
  { answer, error }: Pick<CustomerState, 'answer' | 'error'>,
  userid: string,
): ActionCustomer | undefined {
  if (answer?.kind === 'customer')
    return answer.facts.userid === undefined
      ? undefined
      : actionCustomerOf(answer.facts, answer.facts.userid, answer.devices)
  const isUntold = answer?.kind === 'unread' || (answer === undefined && error !== undefined)
  return isUntold && userid !== '' ? { userid } : undefined
}

/** The age of the data on screen. */
function Told({ answer, isBusy }: Pick<CustomerState, 'answer' | 'isBusy'>) {
  const { t } = useTranslation()
  const now = useNow()
  const at = answer?.kind === 'customer' ? answer.at : undefined
  return (
    <p aria-live="polite" className="text-small text-soft">
      {isBusy
        ? t('customers.page.asking')
        : at === undefined
          ? ''
          : t('customers.page.told', { age: sayAge(t, at, now) })}
    </p>
  )
}

interface ShownProps {
  readonly answer: ShownCustomer
  readonly state: CustomerState
}

function CustomerVerdict({ answer, state }: ShownProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { facts, isCached, at } = answer
  return (
    <>
      {isCached ? <Notice tone="warning">{t('customers.page.kept', { age: sayAge(t, at, now) })}</Notice> : undefined}
      <CustomerHead facts={facts} />
      <VerdictPanel verdict={judgeInstall(groundOf(answer, state.bindings, state.jobs, now))} />
    </>
  )
}

function Shown({ answer, state }: ShownProps) {
  const { t } = useTranslation()
  const now = useNow()
  const { bindings, jobs } = state
  const { facts, devices, answers } = answer
  return (
    <>
      <BoxesPanel devices={devices} bindings={bindings?.boxes} />
      <FactsPanel facts={facts} />
      <section aria-label={t('customers.jobs.title')} className="grid gap-2">
        <h3 className="text-lead font-semibold">{t('customers.jobs.title')}</h3>
        {jobs.length === 0 ? (
          <p className="text-soft">{t('customers.jobs.none')}</p>
        ) : (
          <div className="-mx-5 border-y border-line">
            <JobTable
              label={t('customers.jobs.title')}
              jobs={jobs}
              now={now}
              pathOf={(job) => queuePath('all', job.id)}
            />
          </div>
        )}
      </section>
      <section aria-label={t('customers.raw.title')} className="grid gap-2">
        <h3 className="text-lead font-semibold">{t('customers.raw.title')}</h3>
        <p className="text-small text-soft">{t('customers.raw.note')}</p>
        <RawAnswers answers={answers} />
      </section>
    </>
  )
}

function actionCustomerOf(facts: CustomerFacts, userid: string, devices: ShownCustomer['devices']): ActionCustomer {
  const { customermappingid, status, endDate, product } = facts
  const name = nameOf(facts)
  return {
    userid,
    ...(name !== undefined && { name }),
    ...(customermappingid !== undefined && { customermappingid }),
    ...(status !== undefined && { status }),
    ...(endDate !== undefined && { endDate }),
    ...(product !== undefined && { product }),
    ...(devices !== undefined && {
      devices: devices.map(({ id, model }) => ({ id, ...(model !== undefined && { model }) })),
    }),
  }
}

/** The facts from which the verdict on an install is made: the platform's data and this computer's jobs. */
export function groundOf(
  { facts, devices }: ShownCustomer,
  bindings: Extract<HostnameBindings, { kind: 'bindings' }> | undefined,
  jobs: readonly JobSummary[],
  now: number,
): VerdictGround {
  const given = jobs.filter(({ kind, state }) => givesBox.has(kind) && (state === 'done' || state === 'unconfirmed'))
  const missing = given.filter(
    ({ box }) => box !== undefined && devices?.some(({ id }) => namesDevice(id, box)) === false,
  )
  return {
    status: facts.status,
    endDate: facts.endDate,
    deviceLimit: facts.deviceLimit,
    devices,
    bindings: bindings?.boxes,
    missingBoxes: missing.length,
    today: todayOf(now),
  }
}

/** The customer's data besides name, status and boxes. Rows without a value are left out. */
export function FactsPanel({ facts }: { readonly facts: CustomerFacts }) {
  const { t } = useTranslation()
  const place = [facts.postal, facts.city].filter((part) => part !== undefined).join(' ')
  const address = [facts.street, place, facts.state, facts.country].filter((part) => part !== undefined && part !== '')
  const rows: readonly (readonly [string, ReactNode, boolean])[] = [
    [t('customers.facts.mobile'), facts.mobile, true],
    [t('customers.facts.phone'), facts.phone === facts.mobile ? undefined : facts.phone, true],
    [t('customers.facts.email'), facts.email, false],
    [t('customers.facts.address'), address.length === 0 ? undefined : address.join(', '), false],
    [t('customers.facts.reseller'), facts.reseller, false],
    [t('customers.facts.mapping'), facts.customermappingid, true],
    [t('customers.facts.started'), facts.startDate, true],
    [t('customers.facts.created'), facts.createdAt, true],
    [t('customers.facts.limit'), facts.deviceLimit, true],
  ]
  const told = rows.filter(([, value]) => value !== undefined)
  if (told.length === 0) return undefined
  return (
    <section aria-label={t('customers.facts.title')} className="grid gap-2">
      <h3 className="text-lead font-semibold">{t('customers.facts.title')}</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {told.map(([name, value, isFigures]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className={isFigures ? 'tabular-nums [overflow-wrap:anywhere]' : '[overflow-wrap:anywhere]'}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The customer's name, status with its meaning, product and end date. */
function CustomerHead({ facts }: { readonly facts: CustomerFacts }) {
  const { t } = useTranslation()
  const now = useNow()
  const productName = useProductName()
  const name = nameOf(facts)
  const id = facts.userid ?? facts.customermappingid ?? ''
  const known = knownStatus(facts.status)
  const product = facts.product === undefined ? undefined : productName(facts.product)
  const days = sayDaysLeft(t, facts.endDate, now)
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="text-title font-semibold [overflow-wrap:anywhere]">{name ?? id}</h2>
          {name === undefined ? undefined : (
            <p className="font-figures text-soft tabular-nums [overflow-wrap:anywhere]" translate="no">
              {id}
            </p>
          )}
        </div>
        {facts.status === undefined ? undefined : <CustomerStatusChip status={facts.status} size="large" />}
      </div>
      {known === undefined ? undefined : <p>{t(`customers.status.${known}.means`)}</p>}
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-small text-soft">{t('customers.facts.product')}</dt>
          <dd className="text-lead font-semibold">{product ?? t('customers.facts.untold')}</dd>
        </div>
        <div>
          <dt className="text-small text-soft">{t('customers.facts.until')}</dt>
          <dd className="text-lead font-semibold tabular-nums">
            {facts.endDate ?? t('customers.facts.untold')}
            {days === undefined ? undefined : <span className="ml-2 text-body font-normal text-soft">{days}</span>}
          </dd>
        </div>
      </dl>
    </header>
  )
}

/** The customer's boxes, drawn like their labels. Each shows whether it is listed under a hostname of the connection. */
function BoxesPanel({
  devices,
  bindings,
}: {
  readonly devices: readonly CustomerDevice[] | undefined
  readonly bindings: readonly BoxBinding[] | undefined
}) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('customers.boxes.title')} className="grid gap-2">
      <h3 className="text-lead font-semibold">{t('customers.boxes.title')}</h3>
      {devices === undefined ? <p className="text-soft">{t('customers.boxes.unread')}</p> : undefined}
      {devices?.length === 0 ? <p className="text-soft">{t('customers.boxes.none')}</p> : undefined}
      {devices?.map((device) => (
        <Box key={device.id} device={device} light={bindings?.find(({ id }) => id === device.id)} />
      ))}
    </section>
  )
}

function Box({ device, light }: { readonly device: CustomerDevice; readonly light: BoxBinding | undefined }) {
  const reading = readDeviceIdentifier(device.id)
  const lamp = <HostnameLamp light={light} />
  // A text that is no identifier here is shown as the platform has it.
  if (!reading.ok)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-large border border-line bg-surface p-3">
        <span className="font-figures font-semibold [overflow-wrap:anywhere]" translate="no">
          {device.id}
        </span>
        {lamp}
      </div>
    )
  return (
    <DeviceLabel deviceLabel={{ identifier: reading.identifier, model: device.model ?? '', raw: '' }} aside={lamp} />
  )
}

function HostnameLamp({ light }: { readonly light: BoxBinding | undefined }) {
  const { t } = useTranslation()
  const state = light?.light ?? 'not-yet'
  const { icon: Icon, look } = looks[state]
  return (
    <span data-light={state} className="grid text-small">
      <span className={joinClasses('flex items-center gap-1.5 font-semibold', look)}>
        <Icon aria-hidden size="0.875rem" strokeWidth={2.2} className="shrink-0" />
        {t(`customers.boxes.light.${state}`)}
      </span>
      {light?.hostname === undefined ? undefined : (
        <span className="font-figures text-soft [overflow-wrap:anywhere]">{light.hostname}</span>
      )}
    </span>
  )
}

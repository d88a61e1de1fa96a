import {
  Circle,
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
  RefreshCw,
  UserRoundX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type {
  BoxBinding,
  CustomerDevice,
  CustomerFacts,
  HostnameBindings,
  RawAnswer,
  ShownCustomer,
} from '../../../../shared/domain/customer/customer-view.ts'
import { type DeviceIdentifier, isListed, readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { judgeInstall, type VerdictGround } from '../../../../shared/domain/install-verdict.ts'
import type { BindingStatus, JobSummary } from '../../../../shared/domain/job.ts'
import { knownStatus } from '../../../../shared/domain/customer/customer.ts'
import { isolate, joinWords, t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { paths, queuePath, type readCustomerPath } from '../../routes.ts'
import { BackLink, Button } from '../../ui/button.tsx'
import { clsx } from 'clsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { focusAtOnce } from '../../ui/text-field.tsx'
import { type ActionCustomer, CustomerActions } from '../actions/customer-actions.tsx'
import { JobTable } from '../queue/job-table.tsx'
import { DeviceLabel } from '../ticket/device-label.tsx'
import {
  type CustomerState,
  CustomerStatusChip,
  nameOf,
  sayAge,
  sayDaysLeft,
  useCustomer,
  useProductName,
} from './say-customer.tsx'
import { defined } from '../../../../shared/defined.ts'
import { localDayOf } from '../../../../shared/domain/day.ts'
import { VerdictPanel } from './verdict-panel.tsx'
import { formatToldDay, useNow } from '../../ui/format-time.ts'

const looks: Readonly<Record<BindingStatus, { readonly icon: LucideIcon; readonly look: string }>> = {
  'not-asked-for': { icon: CircleMinus, look: 'text-soft' },
  'not-yet': { icon: Circle, look: 'text-soft' },
  on: { icon: CircleCheck, look: 'text-done' },
  off: { icon: CircleX, look: 'text-refused' },
  unread: { icon: CircleQuestionMark, look: 'text-unconfirmed' },
}

const givesBox: ReadonlySet<JobSummary['kind']> = new Set(['new-customer', 'existing-customer'])

interface CustomerPageProps {
  readonly userid: string
  readonly customermappingid: string
  /** The action that the technician chose after a scan. */
  readonly wanted: ReturnType<typeof readCustomerPath>['wanted']
  /** Called when one of the customer's jobs has come to rest. */
  readonly onRest: () => void
}

export function CustomerPage({ userid, customermappingid, wanted, onRest }: CustomerPageProps) {
  const state = useCustomer(userid, customermappingid, onRest)
  const { answer, error, isBusy, refresh } = state
  const shown = answer?.kind === 'customer' ? answer : undefined
  const worked = workOn(state, userid)
  const isUntold = !isBusy && shown === undefined && userid !== ''
  const again = (
    <Button size="small" isBusy={isBusy} onPress={refresh}>
      <RefreshCw aria-hidden size="0.875rem" />
      {t('customers.page.again')}
    </Button>
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BackLink to={paths.customers} className="wide:sr-only wide:focus:not-sr-only print:hidden">
          {t('customers.page.back')}
        </BackLink>
        <Told at={shown?.at} isBusy={isBusy} />
        {shown && again}
      </div>
      {isUntold && (
        <h2 className="font-figures text-title font-semibold [overflow-wrap:anywhere]" translate="no">
          {userid}
        </h2>
      )}
      <ErrorNotice error={error} actions={again} />
      {answer?.kind === 'absent' ? (
        <EmptyState icon={UserRoundX} title={t('customers.page.absent')} actions={again}>
          {t('customers.page.absentNote', { id: userid === '' ? customermappingid : userid })}
        </EmptyState>
      ) : undefined}
      <UnreadNotice operation="getCustomer" answer={answer?.kind === 'unread' ? answer : undefined} actions={again} />
      {shown && <CustomerVerdict answer={shown} state={state} isWanted={wanted?.wish === 'check'} />}
      {/* The actions always have this place in the tree. So an open action dialog stays open when a new answer arrives. */}
      {worked && <CustomerActions key={`${worked.userid} ${wanted?.wish ?? ''}`} customer={worked} wanted={wanted} />}
      {shown && <Shown answer={shown} state={state} />}
      {isUntold && <CustomerJobs jobs={state.jobs} />}
    </div>
  )
}

/** Returns the customer for the actions. If the platform returned no readable answer, the customer has only the user ID. */
function workOn({ answer, error }: CustomerState, userid: string): ActionCustomer | undefined {
  if (answer?.kind === 'customer') return actionCustomerOf(answer)
  const isUntold = answer?.kind === 'unread' || (answer === undefined && error !== undefined)
  return isUntold && userid !== '' ? { userid } : undefined
}

function Told({ at, isBusy }: { readonly at: number | undefined; readonly isBusy: boolean }) {
  const now = useNow()
  const told = at === undefined ? '' : t('customers.page.told', { age: sayAge(at, now) })
  return (
    <p aria-live="polite" className="text-small text-soft">
      {isBusy ? t('customers.page.asking') : told}
    </p>
  )
}

interface ShownProps {
  readonly answer: ShownCustomer
  readonly state: CustomerState
}

function CustomerVerdict({ answer, state, isWanted }: ShownProps & { readonly isWanted: boolean }) {
  const now = useNow()
  const { facts, isCached, at } = answer
  return (
    <>
      {isCached ? <Notice tone="warning">{t('customers.page.kept', { age: sayAge(at, now) })}</Notice> : undefined}
      <CustomerHead facts={facts} />
      <VerdictPanel
        {...(isWanted && { panelRef: focusAtOnce })}
        verdict={judgeInstall(groundOf(answer, state.bindings, state.jobs, now))}
      />
    </>
  )
}

function Shown({ answer, state }: ShownProps) {
  const { bindings, jobs } = state
  return (
    <>
      <BoxesPanel devices={answer.devices} bindings={bindings?.boxes} />
      <FactsPanel facts={answer.facts} />
      <CustomerJobs jobs={jobs} />
      <section aria-label={t('customers.raw.title')} className="grid gap-2">
        <h3 className="text-lead font-semibold">{t('customers.raw.title')}</h3>
        <p className="text-small text-soft">{t('customers.raw.note')}</p>
        <RawAnswers answers={answer.answers} />
      </section>
    </>
  )
}

function CustomerJobs({ jobs }: Pick<CustomerState, 'jobs'>) {
  const now = useNow()
  return (
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
  )
}

function actionCustomerOf({ facts, devices }: ShownCustomer): ActionCustomer | undefined {
  const { userid, customermappingid, status, endDate, product } = facts
  if (userid === undefined) return undefined
  const name = nameOf(facts)
  return {
    userid,
    ...(name !== undefined && { name }),
    ...(customermappingid !== undefined && { customermappingid }),
    ...(status !== undefined && { status }),
    ...(endDate !== undefined && { endDate }),
    ...(product !== undefined && { product }),
    ...(devices !== undefined && {
      devices: devices.map(({ id, model, also }) => ({ id, ...defined({ model, also }) })),
    }),
  }
}

/** Collects the facts for the verdict on an install: the platform's data and this computer's jobs. */
export function groundOf(
  { facts, devices }: ShownCustomer,
  bindings: Extract<HostnameBindings, { kind: 'bindings' }> | undefined,
  jobs: readonly JobSummary[],
  now: number,
): VerdictGround {
  const isMissing = (box: DeviceIdentifier | undefined): boolean =>
    box !== undefined && devices !== undefined && !isListed(box, devices)
  const missing = jobs.filter(
    ({ kind, state, box }) => givesBox.has(kind) && (state === 'done' || state === 'unconfirmed') && isMissing(box),
  )
  const { status, endDate, deviceLimit } = facts
  const today = localDayOf(now)
  return { status, endDate, deviceLimit, devices, bindings: bindings?.boxes, missingBoxes: missing.length, today }
}

/** The customer's data besides name, status and boxes. Rows without a value are left out. */
export function FactsPanel({ facts }: { readonly facts: CustomerFacts }) {
  const place = [facts.postal, facts.city].filter((part) => part !== undefined).join(' ')
  const rows: readonly (readonly [string, ReactNode, boolean])[] = [
    [t('customers.facts.mobile'), facts.mobile && isolate(facts.mobile), true],
    [t('customers.facts.phone'), facts.phone === facts.mobile ? undefined : facts.phone && isolate(facts.phone), true],
    [t('customers.facts.email'), facts.email, false],
    [t('customers.facts.address'), joinWords([facts.street, place, facts.state, facts.country], ', '), false],
    [t('customers.facts.reseller'), facts.reseller, false],
    [
      t('customers.facts.mapping'),
      facts.customermappingid && <Id key="mapping" text={facts.customermappingid} />,
      true,
    ],
    [t('customers.facts.started'), facts.startDate && formatToldDay(facts.startDate), true],
    [t('customers.facts.created'), facts.createdAt && formatToldDay(facts.createdAt), true],
    [t('customers.facts.limit'), facts.deviceLimit, true],
  ]
  const told = rows.filter(([, value]) => value !== undefined && value !== '')
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

/** Runs from left to right in every language. */
function Id({ text }: { readonly text: string }) {
  return (
    <span className="font-figures" translate="no" dir="ltr">
      {text}
    </span>
  )
}

function CustomerHead({ facts }: { readonly facts: CustomerFacts }) {
  const now = useNow()
  const productName = useProductName()
  const name = nameOf(facts)
  const id = facts.userid ?? facts.customermappingid ?? ''
  const known = knownStatus(facts.status)
  const product = facts.product === undefined ? undefined : productName(facts.product)
  const days = sayDaysLeft(facts.endDate, now)
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
            {facts.endDate === undefined ? t('customers.facts.untold') : formatToldDay(facts.endDate)}
            {days === undefined ? undefined : <span className="ms-2 text-body font-normal text-soft">{days}</span>}
          </dd>
        </div>
      </dl>
    </header>
  )
}

function BoxesPanel({ devices, bindings }: Pick<VerdictGround, 'devices' | 'bindings'>) {
  return (
    <section aria-label={t('customers.boxes.title')} className="grid gap-2">
      <h3 className="text-lead font-semibold">{t('customers.boxes.title')}</h3>
      {devices === undefined ? <p className="text-soft">{t('customers.boxes.unread')}</p> : undefined}
      {devices?.length === 0 ? <p className="text-soft">{t('customers.boxes.none')}</p> : undefined}
      {devices?.map((device) => (
        <Box key={device.id} device={device} binding={bindings?.find(({ id }) => id === device.id)} />
      ))}
    </section>
  )
}

function Box({ device, binding }: { readonly device: CustomerDevice; readonly binding: BoxBinding | undefined }) {
  const reading = readDeviceIdentifier(device.id)
  const lamp = <HostnameLamp {...binding} />
  // A text that Setdesk cannot read as an identifier is shown as the platform wrote it.
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

function HostnameLamp({ light = 'not-yet', hostname }: Partial<BoxBinding>) {
  const { icon: Icon, look } = looks[light]
  return (
    <span data-light={light} className="grid text-small">
      <span className={clsx('flex items-center gap-1.5 font-semibold', look)}>
        <Icon aria-hidden size="0.875rem" strokeWidth={2.2} className="shrink-0" />
        {t(`customers.boxes.light.${light}`)}
      </span>
      {hostname && <span className="font-figures text-soft [overflow-wrap:anywhere]">{hostname}</span>}
    </span>
  )
}

/** The platform's raw answers, without token and passwords. Each answer opens under the name of its operation. */
function RawAnswers({ answers }: { readonly answers: readonly RawAnswer[] }) {
  return (
    <div className="grid gap-1">
      {answers.map(({ operation, status, raw }, index) => (
        <details key={`${operation}${String(index)}`} className="min-w-0">
          <summary className="inline-flex min-h-6 cursor-default items-center gap-2 rounded-small text-small text-soft underline decoration-edge underline-offset-2 hover:text-ink">
            {operation}
            {status === undefined ? undefined : <span className="font-figures">HTTP {status}</span>}
          </summary>
          <pre
            translate="no"
            className="mt-1 rounded-normal bg-sunken p-3 font-figures text-small whitespace-pre-wrap text-ink [overflow-wrap:anywhere]"
          >
            {raw === '' ? t('customers.raw.empty') : raw}
          </pre>
        </details>
      ))}
    </div>
  )
}

interface UnreadNoticeProps {
  readonly operation: string
  readonly answer: Omit<RawAnswer, 'operation'> | undefined
  readonly actions: ReactNode
}

export function UnreadNotice({ operation, answer, actions }: UnreadNoticeProps) {
  if (answer === undefined) return undefined
  return (
    <Notice tone="bad" title={t('customers.unread.title')} actions={actions}>
      <p>{t('customers.unread.next')}</p>
      <RawAnswers answers={[{ operation, ...answer }]} />
    </Notice>
  )
}

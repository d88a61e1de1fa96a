import { ArrowLeftRight, Ban, CalendarPlus, PackagePlus, Printer, Repeat, UserCheck } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { customerPath, type readCustomerPath } from '../../routes.ts'
import { useActiveConnection, useKeptOverLock, useServices, useSnapshot, usePolicy } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { BoxDialog } from './box-dialog.tsx'
import { TaskList } from './task-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  type ActionCustomer,
  ActionDialog,
  ActionPassword,
  type ActionProps,
  BeforeAfter,
  sayWho,
  useAction,
} from './action-dialog.tsx'
import { t } from '../../locale.ts'
import { useWatch } from 'react-hook-form'
import { type Day, laterDays, localDayOf, readDay, writeDay } from '../../../../shared/domain/day.ts'
import { isListed } from '../../../../shared/domain/device-identifier.ts'
import { CorrectionLength, CorrectionProduct, type CorrectionValues } from '../queue/correction-fields.tsx'
import { formatToldDay, useNow } from '../../ui/format-time.ts'
import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import { isIn, type JobDetail, type JobSummary } from '../../../../shared/domain/job.ts'
import { ErrorNotice, NotAllowed } from '../../bridge/use-call.tsx'
import { useRead } from '../../state/use-read.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LogInCard } from '../ticket/log-in-card.tsx'
import { Handout, SavePdfButton } from '../ticket/paper/handout.tsx'
import { brandOf, type HandoutModel, handoutOfJob } from '../ticket/ticket-model.ts'

export type { ActionCustomer } from './action-dialog.tsx'

/** The icons of the actions, in the order of their buttons. */
const icons = {
  renewal: CalendarPlus,
  'product-change': Repeat,
  add: PackagePlus,
  swap: ArrowLeftRight,
  enable: UserCheck,
  disable: Ban,
  handout: Printer,
} as const
type ActionName = keyof typeof icons
const actions = Object.keys(icons) as ActionName[]

interface CustomerActionsProps {
  readonly customer: ActionCustomer
  /** The action that the technician chose after scanning a box, and that box. Unless the action is `check`, its dialog opens at once. */
  readonly wanted: ReturnType<typeof readCustomerPath>['wanted']
}

/** Buttons for the actions on a customer, and the customer's tasks to do by hand. Each action except the handout is saved as a job. */
export function CustomerActions({ customer, wanted }: CustomerActionsProps) {
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<ActionName | undefined>(wanted?.wish === 'check' ? undefined : wanted?.wish)
  useKeptOverLock(`action of ${customer.userid}`, () => open, setOpen)
  const close = (): void => {
    setOpen(undefined)
    // Removes the action from the path, so that a reload does not open the dialog again.
    if (wanted !== undefined) navigate(customerPath(customer), { replace: true })
  }
  const policy = usePolicy()
  const reasonId = useId()
  const main: ActionName = isDisabled(customer) === true ? 'enable' : 'renewal'
  const rest = actions.filter((action) => action !== main)
  return (
    <div className="grid gap-4">
      <fieldset aria-label={t('actions.label')} className="flex flex-wrap gap-2">
        {[main, ...rest].map((action) => {
          const Icon = icons[action]
          const field = forbiddenBy(action)
          const isForbidden = field !== undefined && !policy[field]
          return (
            <Button
              key={action}
              variant={action === main ? 'primary' : 'plain'}
              isDisabled={isForbidden}
              {...(isForbidden && { 'aria-describedby': `${reasonId}${field}` })}
              onPress={() => setOpen(action)}
            >
              <Icon aria-hidden size="1rem" />
              {t(`actions.${action}.name`)}
            </Button>
          )
        })}
      </fieldset>
      {(['productChange', 'disableCustomers'] as const).map((field) =>
        policy[field] ? undefined : <NotAllowed key={field} field={field} id={`${reasonId}${field}`} />,
      )}
      <TaskList userid={customer.userid} />
      {open === undefined ? undefined : (
        <OpenAction kind={open} customer={customer} scanned={wanted?.box} onClose={close} />
      )}
    </div>
  )
}

const forbiddenBy = (action: ActionName): 'productChange' | 'disableCustomers' | undefined =>
  action === 'product-change' ? 'productChange' : action === 'disable' ? 'disableCustomers' : undefined

interface OpenActionProps extends Omit<ActionProps<ActionName>, 'connection'> {
  readonly scanned: string | undefined
}

function OpenAction({ kind, scanned, ...rest }: OpenActionProps) {
  const connection = useActiveConnection()
  if (connection === undefined) return undefined
  const { settings } = connection
  switch (kind) {
    case 'renewal':
    case 'product-change':
      return <LengthDialog kind={kind} connection={settings} {...rest} />
    case 'add':
    case 'swap':
      return <BoxDialog kind={kind} connection={settings} scanned={scanned} {...rest} />
    case 'enable':
    case 'disable':
      return <ToggleDialog kind={kind} {...rest} />
    case 'handout':
      return <HandoutDialog connection={connection} {...rest} />
  }
}

function ToggleDialog({ kind, customer, onClose }: Omit<ActionProps<'disable' | 'enable'>, 'connection'>) {
  const { form, saving } = useAction(kind, customer)
  const isSo = isDisabled(customer) === (kind === 'disable')
  return (
    <ActionDialog kind={kind} customer={customer} onClose={onClose} {...saving}>
      <p>{t(`ticket.${kind}.means`)}</p>
      <BeforeAfter
        heads={[t('actions.before'), t('actions.after')]}
        rows={[{ id: 'status', name: t('ticket.status'), before: customer.status, after: t(`actions.${kind}.after`) }]}
      />
      {isSo ? (
        <Notice tone="info" announce="off">
          {t(`actions.${kind}.alreadySo`)}
        </Notice>
      ) : undefined}
      <ActionPassword form={form} />
    </ActionDialog>
  )
}

function isDisabled({ status }: ActionCustomer): boolean | undefined {
  return status === undefined ? undefined : status.trim().toLowerCase() === 'disabled'
}

/** The new end date of a subscription. Days are `yyyy-MM-dd`. */
interface EndAfter {
  /** The possible end days: one, or two if platforms differ in how they count the end of a month. */
  readonly days: readonly string[]
  /**
   * The possible end days on platforms that count from today instead of the present end date. Present only if the subscription has ended.
   */
  readonly orFromToday?: readonly string[]
  /** The new end is before the present end. */
  readonly isEarlier: boolean
  readonly isPast: boolean
}

type AskedLength = Pick<CorrectionValues, 'count' | 'unit' | 'from'>

function LengthDialog({ kind, customer, connection, onClose }: ActionProps<'renewal' | 'product-change'>) {
  const canKeepExtra = connection.productChange === 'changeCustomerProductAsync'
  const { form, saving } = useAction(kind, customer, canKeepExtra)
  const today = localDayOf(useNow())
  // Read once when the dialog opens, so that the job of this dialog is not among them.
  const jobs = useRead('customers.jobs', { userid: customer.userid }).value?.jobs
  const isAnotherOpen = jobs?.some(isOpenRenewal) === true
  const values = useWatch({ control: form.control }) as CorrectionValues
  const end = endAfter(values, customer.endDate, today)
  const product = connection.products.find(({ productid }) => productid === values.productid)?.name ?? values.productid
  const chosen = product === '' ? t('actions.notChosen') : product
  const productRow = { id: 'product', name: t('actions.product'), before: customer.product, after: chosen }

  return (
    <ActionDialog kind={kind} customer={customer} onClose={onClose} {...saving}>
      {kind === 'product-change' ? (
        <CorrectionProduct form={form} products={connection.products} canKeepExtra={canKeepExtra} />
      ) : undefined}
      <CorrectionLength form={form} />
      <BeforeAfter
        heads={[t('actions.before'), t('actions.after')]}
        rows={[
          ...(kind === 'product-change' ? [productRow] : []),
          {
            id: 'end',
            name: t('ticket.endDate'),
            before: customer.endDate && formatToldDay(customer.endDate),
            after: sayEnd(end, values),
          },
        ]}
      />
      {isAnotherOpen ? <Notice tone="warning">{t('actions.anotherOpen')}</Notice> : undefined}
      {end?.isEarlier === true ? <Notice tone="warning">{t('actions.endsEarlier')}</Notice> : undefined}
      {end?.isPast === true ? <Notice tone="warning">{t('actions.stillPast')}</Notice> : undefined}
      <ActionPassword form={form} />
    </ActionDialog>
  )
}

/** Whether a job will still change the end date, or may have changed it. */
const isOpenRenewal = ({ kind, state }: JobSummary): boolean =>
  (kind === 'renewal' || kind === 'product-change') && (state === 'needs-you' || !isIn('resting', state))

const say = (days: readonly string[]): string => days.map(formatToldDay).join(t('actions.or'))

export function sayEnd(end: EndAfter | undefined, { count, from }: AskedLength): string {
  if (end === undefined) return t(count.trim() === '' || from === 'today' ? 'actions.noLength' : 'actions.endNotKnown')
  const day = say(end.days)
  return end.orFromToday === undefined ? day : t('actions.endOfLapsed', { day, other: say(end.orFromToday) })
}

/**
 * Returns the new end date for a length. Undefined if the length is invalid. Also undefined if the length counts from the present end date
 * and that date is unknown.
 */
export function endAfter(
  { count, unit, from }: AskedLength,
  endDate: string | undefined,
  today: Day,
): EndAfter | undefined {
  const text = count.trim()
  if (!/^[0-9]{1,4}$/.test(text) || Number(text) === 0) return undefined
  const later = (day: Day): readonly Day[] =>
    unit === 'months' ? laterDays(day, Number(text), 0) : laterDays(day, 0, Number(text))
  const start = from === 'today' ? today : readDay(endDate ?? '')
  if (start === undefined) return undefined
  const ends = later(start)
  return {
    days: ends.map(writeDay),
    ...(start < today && { orFromToday: later(today).map(writeDay) }),
    isEarlier: ends.every((end) => end < (readDay(endDate ?? '') ?? 0)),
    isPast: ends.every((end) => end < today),
  }
}

interface HandoutDialogProps {
  readonly customer: ActionCustomer
  readonly connection: ConnectionView
  readonly onClose: () => void
}

/**
 * A dialog that prints a customer's handout again. The handout contains the password if this computer created the customer, otherwise only
 * the user ID.
 */
function HandoutDialog({ customer, connection, onClose }: HandoutDialogProps) {
  const { view } = useServices()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const { made, isBoxOld, isRead, isBusy, error, refresh } = useMaking(customer.userid)
  const [openedAt] = useState(() => Date.now())
  useEffect(() => (isRead ? view.offerPrint(print) : undefined), [view, isRead])
  const handout = handoutOfCustomer(customer, { made, isBoxOld }, connection, preferences, openedAt)
  return (
    <Dialog
      size="large"
      title={t('actions.handout.title', { customer: sayWho(customer) })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.close')}</Button>
          {isRead ? <SavePdfButton name={`Setdesk ${customer.userid}`} /> : undefined}
          <Button variant="primary" isDisabled={!isRead} onPress={print}>
            <Printer aria-hidden size="1rem" />
            {t('activation.result.print')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {error === undefined ? undefined : <p>{t('actions.handout.notRead')}</p>}
        <ErrorNotice
          error={error}
          actions={
            <Button isBusy={isBusy} onPress={() => void refresh()}>
              {t('ui.tryAgain')}
            </Button>
          }
        />
        {isRead && handout.logIn !== undefined ? <LogInCard logIn={handout.logIn} /> : undefined}
        {isRead && handout.logIn === undefined ? (
          <Notice tone="info" announce="off">
            {t('actions.handout.noPassword')}
          </Notice>
        ) : undefined}
      </div>
      {isRead ? <Handout handout={handout} /> : undefined}
    </Dialog>
  )
}

function print(): void {
  window.print()
}

/**
 * Finds the job on this computer that created the customer. If `isRead` and `made` is undefined, there is no such job. `isBoxOld`: a later
 * job replaced the box of that job.
 */
function useMaking(userid: string) {
  const jobs = useRead('customers.jobs', { userid })
  const making = jobs.value?.jobs.find(isMaking)
  const id = making?.id
  const replaced = (jobs.value?.jobs ?? [])
    .filter(isDone)
    .flatMap(({ replaces: id }) => (id === undefined ? [] : [{ id }]))
  const isBoxOld = making?.box !== undefined && isListed(making.box, replaced)
  const detail = useRead('job.read', id === undefined ? undefined : { id })
  const { error, refresh } = jobs.error === undefined ? detail : jobs
  const isBusy = jobs.isBusy || detail.isBusy
  return { made: detail.value, isBoxOld, isRead: !isBusy && error === undefined, isBusy, error, refresh }
}

const isMaking = ({ kind, state, isPurged }: JobSummary): boolean =>
  kind === 'new-customer' && state !== 'refused' && state !== 'dropped' && isPurged !== true

const isDone = ({ state }: JobSummary): boolean => state === 'done' || state === 'unconfirmed'

/**
 * Returns the handout of a customer. `made`: the job that created the customer. Without that job the handout has no password. The box of that
 * job is left out if it was replaced (`isBoxOld`), or if the platform lists only other boxes.
 */
export function handoutOfCustomer(
  customer: ActionCustomer,
  { made, isBoxOld = false }: { readonly made?: JobDetail | undefined; readonly isBoxOld?: boolean },
  connection: Pick<ConnectionView, 'settings'>,
  preferences: Pick<Preferences, 'stationName' | 'technician'>,
  now: number,
): HandoutModel {
  const endDate = customer.endDate === undefined ? {} : { endDate: customer.endDate }
  if (made !== undefined) {
    const handout = handoutOfJob(made, connection, preferences)
    const { box } = handout.ticket
    const { devices } = customer
    const isGone = isBoxOld || (box !== undefined && devices !== undefined && !isListed(box.identifier, devices))
    const bound = isGone ? { box: undefined, hostname: undefined } : {}
    return { ...handout, ticket: { ...handout.ticket, ...bound, ...endDate } }
  }
  return {
    outcome: 'done',
    operator: connection.settings.name,
    brand: brandOf(connection.settings),
    ticket: {
      kind: 'existing-customer',
      state: 'done',
      box: undefined,
      withoutBox: false,
      customer: {
        ...(customer.name !== undefined && { name: customer.name }),
        userid: customer.userid,
        address: [],
        reach: [],
      },
      plan: undefined,
      hostname: undefined,
      logIn: { kind: 'known', userid: customer.userid, hasPassword: false },
      customerBinding: 'not-asked-for',
      hostnameBinding: 'not-asked-for',
      ...endDate,
    },
    from: [preferences.stationName, preferences.technician].filter((text) => text.trim() !== ''),
    savedAt: now,
  }
}

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { FoundCustomer } from '../../../../shared/bridge/contract.ts'
import type { KnownCustomerAction } from '../../../../shared/domain/action.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useConnection, useKeptOverLock, useServices, useSnapshot } from '../../state/services.tsx'
import { findSendingStop } from '../../state/snapshot-store.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { focusAtOnce } from '../../ui/text-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type BoxText, namesBox } from '../scan/box-text.ts'
import { UnreadScan } from '../scan/box-field.tsx'
import { useLabels } from '../scan/use-labels.ts'
import { forgetLabel } from '../scan/wedge/scan-watch.ts'
import type { JobDetail, SubscriptionStatus } from '../../../../shared/domain/job.ts'
import { queuePath } from '../../routes.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { Notice } from '../../ui/notice.tsx'
import { type CorrectionValues, readCorrection } from '../queue/correction-fields.tsx'
import { sayOutcome } from '../queue/say-job.tsx'
import { ServiceHint } from '../queue/service-hint.tsx'
import { BindingStatuses, OrderLines } from '../ticket/ticket.tsx'
import { hasBindings, JobChip, useHostnames } from '../ticket/job-chip.tsx'
import { ticketOfJob } from '../ticket/ticket-model.ts'
import { t } from '../../locale.ts'
import { formatToldDay } from '../../ui/format-time.ts'
import { ArrowRight } from 'lucide-react'
import { clsx } from 'clsx'
import { Form, FormText, showProblems } from '../../ui/form.tsx'

/**
 * The customer of an action, as the platform returned it. If the platform returned nothing, only the user ID is known. `devices` is absent
 * if the platform's list of boxes could not be read.
 */
export interface ActionCustomer extends Omit<FoundCustomer, 'mobile' | 'devices'> {
  readonly customermappingid?: string
  /** `also`: other names of the box. */
  readonly devices?: readonly { readonly id: string; readonly model?: string; readonly also?: readonly string[] }[]
}

export interface ActionProps<Kind> {
  readonly kind: Kind
  readonly customer: ActionCustomer
  readonly connection: Connection
  readonly onClose: () => void
}

export function sayWho({ name, userid }: Pick<ActionCustomer, 'name' | 'userid'>): string {
  return name === undefined ? userid : t('actions.who', { name, userid })
}

interface ActionSaving extends Pick<ReturnType<typeof useCall<'job.save'>>, 'isBusy' | 'error'> {
  /** The id of the saved job. Undefined until the action is saved. With an id, the dialog shows the result of that job. */
  readonly jobId: string | undefined
  readonly onSubmit: () => void
}

type AnyAction = ActionProps<KnownCustomerAction['kind'] | 'add' | 'swap'>

interface ActionDialogProps extends ActionSaving, Omit<AnyAction, 'connection'> {
  readonly isReady?: boolean
  /** Shown beside the error, for example a button to continue anyway. */
  readonly errorActions?: ReactNode
  /**
   * Called with the box of a label that is scanned while the dialog is open. Without this function, the dialog says that it ignores scans.
   */
  readonly onBox?: (box: BoxText, isWhole: boolean) => void
  readonly children: ReactNode
}

/** A selector for the controls that may get the focus when the dialog opens. */
const firstFields = 'button[aria-haspopup=listbox], input:not([type=radio], [type=checkbox], [tabindex="-1"])'

/**
 * A dialog for one action on a customer. The dialog shows the form and, once the action is saved, the result of the job. After an error the
 * form keeps its input.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { view } = useServices()
  const formId = useId()
  const { kind, customer, isReady = true, jobId, onBox, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
    const first = find('[data-box-field]') ?? find(firstFields)
    first?.focus()
  }, [])
  const [unread, setUnread] = useState<string>()
  // Actions that bind a box have 44 px buttons.
  const size = onBox === undefined ? 'normal' : 'large'
  const takesBox = jobId === undefined && onBox !== undefined
  const sayScanUnused = (): void => view.say(t('actions.scanUnused'))
  useLabels({
    heard: (box) => {
      if (!takesBox) {
        sayScanUnused()
        // If the dialog is closed at once, no other screen takes the label.
        forgetLabel(document)
      }
      // A code that names no box is skipped, because a later code of the label may name the box.
      else if (namesBox(box)) onBox(box, false)
    },
    gathered: (box) => {
      setUnread(undefined)
      if (takesBox) onBox(box, true)
    },
    unread: (text) => {
      if (takesBox) setUnread(text)
      else sayScanUnused()
    },
  })
  return (
    <Dialog
      size="large"
      title={t(`actions.${kind}.title`, { customer: sayWho(customer) })}
      onClose={onClose}
      actions={
        jobId === undefined ? (
          <>
            <Button size={size} onPress={onClose}>
              {t('ui.cancel')}
            </Button>
            <Button
              type="submit"
              size={size}
              form={formId}
              variant={kind === 'disable' ? 'danger' : 'primary'}
              isDisabled={!isReady}
            >
              {t(`actions.${kind}.verb`)}
            </Button>
          </>
        ) : (
          <Button ref={focusAtOnce} variant="primary" onPress={onClose}>
            {t('actions.result.close')}
          </Button>
        )
      }
    >
      {jobId === undefined ? (
        <Form
          ref={form}
          id={formId}
          className="@container grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={() => (!props.isBusy && isReady ? props.onSubmit() : undefined)}
        >
          <ErrorNotice
            error={props.error}
            actions={
              <>
                {props.error?.jobId === undefined ? undefined : (
                  <LinkButton to={queuePath('all', props.error.jobId)}>{t('activation.save.openOther')}</LinkButton>
                )}
                {props.errorActions}
              </>
            }
          />
          <UnreadScan text={unread} />
          {props.children}
        </Form>
      ) : (
        <ActionResult id={jobId} customer={customer} />
      )}
    </Dialog>
  )
}

/**
 * Returns the form of an action on a known customer, and the state of saving the action. The initial length is one month from the present
 * end date. All calls to save use the same draft id, so that pressing the button twice creates only one job.
 */
export function useAction(
  kind: KnownCustomerAction['kind'],
  { userid, customermappingid = '', name }: ActionCustomer,
  keepExtraPackages = false,
) {
  const [draftId, setDraftId] = useState(() => crypto.randomUUID())
  const [jobId, setJobId] = useState<string>()
  const { run, isBusy, error } = useCall('job.save')
  const length = { count: '1', unit: 'months', from: 'end-date' } as const
  const form = useForm<CorrectionValues>({
    defaultValues: { userid, customermappingid, password: '', productid: '', ...length, keepExtraPackages },
  })
  useKeptOverLock(
    `${kind} of ${userid}`,
    () => ({ draftId, jobId, values: { ...form.getValues(), password: '' } }),
    (before) => {
      setDraftId(before.draftId)
      setJobId(before.jobId)
      form.reset(before.values, { keepDefaultValues: true })
    },
  )
  const submit = form.handleSubmit(async (values) => {
    const reading = readCorrection(values, kind)
    if (!reading.ok)
      return showProblems(form, Object.fromEntries(reading.problems.map(({ path, code }) => [path, code])))
    const customerName = name !== undefined && { customerName: name }
    const reply = await run({ draftId, intent: { ...reading.action, ...customerName } })
    if (reply.ok) setJobId(reply.value.id)
  })
  const saving: ActionSaving = { isBusy, error, jobId, onSubmit: () => void submit() }
  return { form, saving }
}

/** May stay empty, because the technician may not know the password. */
export function ActionPassword({ form }: Pick<ReturnType<typeof useAction>, 'form'>) {
  return (
    <FormText
      control={form.control}
      name="password"
      figures
      label={t('activation.customer.password')}
      optional={t('ui.optional')}
      hint={t('actions.passwordHint')}
    />
  )
}

function ActionResult({ id, customer }: { readonly id: string; readonly customer: ActionCustomer }) {
  const { detail, error } = useJobDetail(id)
  const hostnames = useHostnames(detail?.summary.connectionId)
  const stop = useSnapshot(findSendingStop)
  if (error !== undefined) return <ErrorNotice error={error} />
  if (detail === undefined) return undefined
  const { summary } = detail
  const { says, next } = sayOutcome(summary, hostnames, stop)
  const isLeftToDo = 'replaces' in detail.intent && detail.intent.replaces !== undefined
  return (
    <div className="grid gap-4">
      <div aria-live="polite" className="grid gap-2">
        <div>
          <JobChip job={summary} size="large" />
        </div>
        <p>
          {says}{' '}
          {next === undefined || (summary.state === 'done' && isLeftToDo) ? undefined : (
            <span className="text-soft">{next}</span>
          )}
        </p>
      </div>
      <ServiceHint detail={detail} />
      <Effect detail={detail} customer={customer} />
      {'replaces' in detail.intent && detail.intent.replaces !== undefined ? (
        <Notice tone="warning" announce="off">
          {t('actions.swap.left', { box: detail.intent.replaces.id })}
        </Notice>
      ) : undefined}
      <div>
        <LinkButton to={queuePath('all', id)} variant="quiet">
          {t('actions.result.open')}
        </LinkButton>
      </div>
    </div>
  )
}

function Effect({ detail, customer }: { readonly detail: JobDetail; readonly customer: ActionCustomer }) {
  const connection = useConnection(detail.summary.connectionId)
  const ticket = ticketOfJob(detail, connection?.settings.products ?? [])
  if (hasBindings(ticket)) return <BindingStatuses ticket={ticket} />
  const { before, now } = actionStatuses(detail, customer)
  const row = (id: keyof SubscriptionStatus, name: string): readonly BeforeAfterRow[] => {
    const say = (text: string | undefined) => (id === 'endDate' && text !== undefined ? formatToldDay(text) : text)
    if (before[id] === undefined && now?.[id] === undefined) return []
    return [{ id, name, before: say(before[id]), after: now === undefined ? t('actions.result.notYet') : say(now[id]) }]
  }
  return (
    <>
      {ticket.order === undefined ? undefined : (
        <p>
          <OrderLines order={ticket.order} />
        </p>
      )}
      <BeforeAfter
        heads={[t('actions.result.before'), t('actions.result.now')]}
        rows={[
          ...row('status', t('ticket.status')),
          ...row('endDate', t('ticket.endDate')),
          ...row('product', t('actions.product')),
        ]}
      />
    </>
  )
}

/**
 * Returns the customer's subscription before the action as `before`, and after the action as `now`. `now` is absent until the job has read
 * the platform after the action. In `before`, a value that the job did not read comes from `customer`.
 */
export function actionStatuses(
  { steps }: Pick<JobDetail, 'steps'>,
  customer: Pick<ActionCustomer, 'status' | 'endDate' | 'product'>,
): { readonly before: SubscriptionStatus; readonly now?: SubscriptionStatus } {
  const [step] = steps
  const attempt = step?.attempts.at(-1)
  const told = step?.readings.filter(({ subscription }) => subscription !== undefined) ?? []
  const { status, endDate, product } = customer
  const before = { status, endDate, product, ...(attempt?.before ?? told[0]?.subscription) }
  const isOver = step?.state === 'done' || step?.state === 'unconfirmed'
  const after =
    attempt === undefined ? (isOver ? told.at(-1) : undefined) : told.findLast(({ at }) => at >= attempt.startedAt)
  return after?.subscription === undefined ? { before } : { before, now: after.subscription }
}

interface BeforeAfterRow {
  readonly id: string
  readonly name: string
  readonly before: ReactNode
  readonly after: ReactNode
}

export function BeforeAfter(props: {
  readonly rows: readonly BeforeAfterRow[]
  readonly heads: readonly [before: string, after: string]
}) {
  const { rows, heads } = props
  return (
    <table className="w-full border-collapse rounded-normal bg-sunken text-start">
      <thead>
        <tr className="border-b border-line text-small text-soft">
          <td className="px-3 py-1.5">
            <span className="sr-only">{t('actions.what')}</span>
          </td>
          <th scope="col" className="py-1.5 pe-3 font-normal">
            {heads[0]}
          </th>
          <th scope="col" className="py-1.5 pe-4 ps-6 font-normal">
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody aria-live="polite">
        {rows.map(({ id, name, before, after: then }) => (
          <tr key={id} className="border-b border-line align-top last:border-0">
            <th scope="row" className="px-3 py-2 font-normal text-soft max-narrow:w-0">
              {name}
            </th>
            <td className="py-2 pe-3 tabular-nums [overflow-wrap:anywhere]">
              <span className="inline-block min-w-14">{before ?? t('actions.notKnown')}</span>
            </td>
            <td
              className={clsx(
                'py-2 pe-4 tabular-nums [overflow-wrap:anywhere]',
                before === then ? 'text-soft' : 'font-semibold',
              )}
            >
              <span className="flex items-start gap-2">
                <ArrowRight aria-hidden size="1rem" className="mt-0.5 shrink-0 text-soft" />
                <span className="min-w-0">{then ?? t('actions.notKnown')}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

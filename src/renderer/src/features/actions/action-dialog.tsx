import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { namesBox } from '../scan/box-of-codes.ts'
import type { BoxText } from '../scan/box-text.ts'
import { UnreadScan } from '../scan/box-reading.tsx'
import { useLabels } from '../scan/use-labels.ts'
import type { ActionCustomer } from './action-customer.ts'
import type { JobDetail, SubscriptionStatus } from '../../../../shared/domain/job.ts'
import { queuePath } from '../../routes.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { sayWhy } from '../queue/say-why.ts'
import { ServiceHint } from '../queue/service-hint.tsx'
import { BindingStatuses } from '../ticket/binding-statuses.tsx'
import { OrderLines } from '../ticket/ticket.tsx'
import { hasBindings, ticketOfJob } from '../ticket/ticket-model.ts'
import { BeforeAfter, type BeforeAfterRow } from './before-after.tsx'

export interface ActionDialogProps {
  readonly title: string
  /** The label of the main button: a verb. */
  readonly verb: string
  readonly customer: ActionCustomer
  readonly isReady?: boolean
  readonly isBusy: boolean
  readonly isDanger?: boolean
  readonly error: BridgeError | undefined
  /** Shown beside the error, such as a way to continue anyway. */
  readonly errorActions?: ReactNode
  /** The job that was saved. The dialog then shows its result. */
  readonly jobId: string | undefined
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** Takes the box of a label that is scanned while the dialog is open. Without it, the dialog says that the scan is ignored. */
  readonly onBox?: (box: BoxText) => void
  readonly children: ReactNode
}

/** The controls that can get the first focus. */
const firstFields = 'button[aria-haspopup=listbox], input:not([type=radio], [type=checkbox], [tabindex="-1"])'

/** A dialog for one action on a customer: the input, then its result. On an error the input stays. */
export function ActionDialog(props: ActionDialogProps) {
  const { view } = useServices()
  const formId = useId()
  const { jobId, onBox } = props
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
  const sayNothingMade = (): void => {
    view.say(t('actions.scanUnused'))
  }
  useLabels({
    heard: (box, isFirst) => {
      if (isFirst && !takesBox) sayNothingMade()
      // The first code may not name the box; a later one may.
      if (takesBox && namesBox(box)) onBox(box)
    },
    gathered: (box) => {
      setUnread(undefined)
      if (takesBox) onBox(box)
    },
    unread: (text) => {
      if (takesBox) setUnread(text)
      else sayNothingMade()
    },
  })
  return (
    <Dialog
      isOpen
      size="large"
      title={props.title}
      onClose={props.onClose}
      actions={
        jobId === undefined ? (
          <>
            <Button size={size} onPress={props.onClose}>
              {t('ui.cancel')}
            </Button>
            <Button
              type="submit"
              size={size}
              form={formId}
              variant={props.isDanger === true ? 'danger' : 'primary'}
              isDisabled={props.isReady === false}
            >
              {props.verb}
            </Button>
          </>
        ) : (
          <Button variant="primary" onPress={props.onClose}>
            {t('actions.result.close')}
          </Button>
        )
      }
    >
      {jobId === undefined ? (
        <form
          ref={form}
          id={formId}
          noValidate
          className="@container grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!props.isBusy && props.isReady !== false) props.onSubmit()
          }}
        >
          <ErrorNotice error={props.error} actions={props.errorActions} />
          <UnreadScan text={unread} />
          {props.children}
        </form>
      ) : (
        <ActionResult id={jobId} customer={props.customer} />
      )}
    </Dialog>
  )
}

/** The result of an action, kept up to date: the job's state, and the customer before and after. */
function ActionResult({ id, customer }: { readonly id: string; readonly customer: ActionCustomer }) {
  const { detail, error } = useJobDetail(id)
  if (error !== undefined) return <ErrorNotice error={error} />
  if (detail === undefined) return undefined
  const { summary } = detail
  return (
    <div className="grid gap-4">
      <div aria-live="polite" className="grid gap-2">
        <div>
          <StateChip state={summary.state} size="large" />
        </div>
        <p>
          {sayWhy(summary) ?? t(`states.${summary.state}.means`)}{' '}
          {summary.why === undefined ? undefined : (
            <span className="text-soft">{t(`why.${summary.why.code}.next`)}</span>
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
  const connection = useSnapshot(({ connections }) =>
    connections.find(({ settings }) => settings.id === detail.summary.connectionId),
  )
  const ticket = ticketOfJob(detail, connection?.settings.products ?? [])
  if (hasBindings(ticket.kind)) return <BindingStatuses ticket={ticket} />
  const { before, now } = actionStatuses(detail, customer)
  const row = (id: keyof SubscriptionStatus, name: string): readonly BeforeAfterRow[] =>
    before[id] === undefined && now?.[id] === undefined
      ? []
      : [{ id, name, before: before[id], after: now === undefined ? t('actions.result.notYet') : now[id] }]
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
 * The customer's status before an action and as the platform shows it since. `now` is absent until the platform was
 * read after the action. Values that the job did not read come from the data shown before the action.
 */
export function actionStatuses(
  { steps }: Pick<JobDetail, 'steps'>,
  customer: Pick<ActionCustomer, 'status' | 'endDate' | 'product'>,
): { readonly before: SubscriptionStatus; readonly now?: SubscriptionStatus } {
  const [step] = steps
  const attempt = step?.attempts.at(-1)
  const told = step?.readings.filter(({ subscription }) => subscription !== undefined) ?? []
  const shown: SubscriptionStatus = {
    ...(customer.status !== undefined && { status: customer.status }),
    ...(customer.endDate !== undefined && { endDate: customer.endDate }),
    ...(customer.product !== undefined && { product: customer.product }),
  }
  const before = { ...shown, ...(attempt?.before ?? told[0]?.subscription) }
  const isOver = step?.state === 'done' || step?.state === 'unconfirmed'
  const after =
    attempt === undefined ? (isOver ? told.at(-1) : undefined) : told.findLast(({ at }) => at >= attempt.startedAt)
  return after?.subscription === undefined ? { before } : { before, now: after.subscription }
}

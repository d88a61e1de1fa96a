import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { namesBox } from '../scan/box-of-codes.ts'
import type { BoxText } from '../scan/box-text.ts'
import { UnreadScan } from '../scan/not-understood.tsx'
import { useLabels } from '../scan/use-labels.ts'
import type { ActCustomer } from './act-customer.ts'
import type { JobDetail, Standing } from '../../../../shared/domain/job.ts'
import { queuePath } from '../../routes.ts'
import { useJobDetail } from '../../state/use-jobs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StateChip } from '../../ui/state-chip.tsx'
import { sayWhy } from '../queue/say-why.ts'
import { ServiceHint } from '../queue/service-hint.tsx'
import { Lights } from '../ticket/lights.tsx'
import { OrderLines } from '../ticket/order-lines.tsx'
import { hasBindings, ticketOfJob } from '../ticket/ticket-model.ts'
import { BeforeAfter, type BeforeAfterRow } from './before-after.tsx'

export interface ActDialogProps {
  readonly title: string
  /** A verb: what the main button does. */
  readonly verb: string
  readonly customer: ActCustomer
  readonly isReady?: boolean
  readonly isBusy: boolean
  readonly isDanger?: boolean
  readonly error: BridgeError | undefined
  /** Beside the error, such as a way past it. */
  readonly errorActs?: ReactNode
  /** The job that it became: the dialog goes on to show what comes of it. */
  readonly jobId: string | undefined
  readonly onSubmit: () => void
  readonly onClose: () => void
  /** The box of a label that was scanned while the dialog is open; by default it is said that nothing is made of it. */
  readonly onBox?: (box: BoxText) => void
  readonly children: ReactNode
}

/** What can be filled in or chosen at once. */
const firstFields = 'button[aria-haspopup=listbox], input:not([type=radio], [type=checkbox], [tabindex="-1"])'

/** One act on a customer: what is there, what is asked, where it leads; then what came of it. An error leaves it as it was. */
export function ActDialog(props: ActDialogProps) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const formId = useId()
  const { jobId, onBox } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
    const first = find('[data-box-field]') ?? find(firstFields)
    first?.focus()
  }, [])
  const [unread, setUnread] = useState<string>()
  // What binds a box is 44 px high.
  const size = onBox === undefined ? 'normal' : 'large'
  const takesBox = jobId === undefined && onBox !== undefined
  const sayNothingMade = (): void => {
    view.say(t('acts.scanUnused'))
  }
  useLabels({
    heard: (box, isFirst) => {
      if (isFirst && !takesBox) sayNothingMade()
      // The first code may say nothing of the box; the next one may.
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
      acts={
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
            {t('acts.result.close')}
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
          <ErrorNotice error={props.error} acts={props.errorActs} />
          <UnreadScan text={unread} />
          {props.children}
        </form>
      ) : (
        <ActResult id={jobId} customer={props.customer} />
      )}
    </Dialog>
  )
}

/** What came of an act, as it comes: its state in words, and its effect beside what was there before. */
function ActResult({ id, customer }: { readonly id: string; readonly customer: ActCustomer }) {
  const { t } = useTranslation()
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
          {sayWhy(t, summary) ?? t(`states.${summary.state}.means`)}{' '}
          {summary.why === undefined ? undefined : (
            <span className="text-soft">{t(`why.${summary.why.code}.next`)}</span>
          )}
        </p>
      </div>
      <ServiceHint detail={detail} />
      <Effect detail={detail} customer={customer} />
      {'replaces' in detail.intent && detail.intent.replaces !== undefined ? (
        <Notice tone="warning" announce="off">
          {t('acts.swap.left', { box: detail.intent.replaces.id })}
        </Notice>
      ) : undefined}
      <div>
        <LinkButton to={queuePath('all', id)} variant="quiet">
          {t('acts.result.open')}
        </LinkButton>
      </div>
    </div>
  )
}

function Effect({ detail, customer }: { readonly detail: JobDetail; readonly customer: ActCustomer }) {
  const { t } = useTranslation()
  const connection = useSnapshot(({ connections }) =>
    connections.find(({ settings }) => settings.id === detail.summary.connectionId),
  )
  const ticket = ticketOfJob(detail, connection?.settings.products ?? [])
  if (hasBindings(ticket.kind))
    return <Lights customer={ticket.customerLight} operator={ticket.operatorLight} hostname={ticket.hostname} />
  const { before, now } = actStandings(detail, customer)
  const row = (id: keyof Standing, name: string): readonly BeforeAfterRow[] =>
    before[id] === undefined && now?.[id] === undefined
      ? []
      : [{ id, name, before: before[id], after: now === undefined ? t('acts.result.notYet') : now[id] }]
  return (
    <>
      {ticket.order === undefined ? undefined : (
        <p>
          <OrderLines order={ticket.order} />
        </p>
      )}
      <BeforeAfter
        heads={[t('acts.result.before'), t('acts.result.now')]}
        rows={[
          ...row('status', t('ticket.status')),
          ...row('endDate', t('ticket.endDate')),
          ...row('product', t('acts.product')),
        ]}
      />
    </>
  )
}

/**
 * How the customer stood before an act and how the platform shows them since; `now` is absent until it was asked after the
 * act. What the job did not read is as it was shown before the act was asked for.
 */
export function actStandings(
  { steps }: Pick<JobDetail, 'steps'>,
  customer: Pick<ActCustomer, 'status' | 'endDate' | 'product'>,
): { readonly before: Standing; readonly now?: Standing } {
  const [step] = steps
  const attempt = step?.attempts.at(-1)
  const told = step?.readings.filter(({ standing }) => standing !== undefined) ?? []
  const shown: Standing = {
    ...(customer.status !== undefined && { status: customer.status }),
    ...(customer.endDate !== undefined && { endDate: customer.endDate }),
    ...(customer.product !== undefined && { product: customer.product }),
  }
  const before = { ...shown, ...(attempt?.before ?? told[0]?.standing) }
  const isOver = step?.state === 'done' || step?.state === 'unconfirmed'
  const after =
    attempt === undefined ? (isOver ? told.at(-1) : undefined) : told.findLast(({ at }) => at >= attempt.startedAt)
  return after?.standing === undefined ? { before } : { before, now: after.standing }
}

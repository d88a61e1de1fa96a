import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type JobAction, type JobDetail } from '../../../../shared/domain/job.ts'
import { secondSending } from '../../../../shared/domain/job-kinds.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { consolePath, correctionPath, editPath } from '../../routes.ts'
import { useKeptOverLock, useServices } from '../../state/services.tsx'
import { FleetMark, isDrafted, isUnsent } from './say-job.tsx'
import { ServiceHint } from './service-hint.tsx'
import { changesSomething, compareSubscriptions, knownOf } from './known-facts.tsx'
import { Button, type ButtonVariant, LinkButton } from '../../ui/button.tsx'
import { QuestionDialog, type QuestionDialogProps } from '../../ui/dialog.tsx'
import { CorrectionForm } from './correction-fields.tsx'
import { type DeviceIdentifier, formatMac } from '../../../../shared/domain/device-identifier.ts'
import { formatToldDay, useNow } from '../../ui/format-time.ts'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'

/** A value that the platform's own console shows if the step has reached the platform. */
interface Sign {
  readonly of: 'userid' | 'name' | 'box' | 'hostname' | 'product' | 'endDate' | 'endDateMoved' | 'disabled' | 'enabled'
  /** Empty if `of` alone says what to look for. */
  readonly value: string
}

const sign = (of: Sign['of'], value: string | undefined): readonly Sign[] =>
  value === undefined || value === '' ? [] : [{ of, value }]

const writeBox = ({ kind, value }: DeviceIdentifier): string => (kind === 'mac' ? formatMac(value, 'colon') : value)

/** The question of an open dialog, and the doubt that it is about. */
interface Asked {
  readonly action: Exclude<JobAction, 'check-again'>
  readonly about: string
}

/** Names what a decision is about. It changes with each correction, each call and each step that is decided. */
const describeDoubt = (detail: JobDetail): string =>
  [detail.revision, knownOf(detail)?.step, detail.steps.flatMap(({ attempts }) => attempts).length].join(' ')

function isDecided(asked: Asked, about: string, choices: ReturnType<typeof decisionsFor>): boolean {
  // A correction stays open with what was typed, and says itself that the job has changed.
  if (asked.action === 'correct') return false
  const isConfirming = asked.action === 'it-is-there' || asked.action === 'send-again'
  return (isConfirming && asked.about !== about) || !choices.some(({ action }) => action === asked.action)
}

/** Only actions that cannot be undone ask for confirmation. `onCorrected`: called when the form of a correction closes. */
export function JobActions(props: { readonly detail: JobDetail; readonly onCorrected?: () => void }) {
  const { detail, onCorrected } = props
  const { view } = useServices()
  const [asked, setAsked] = useState<Asked | undefined>()
  /** What the last call was about. Its error is about nothing else. */
  const [calledAbout, setCalledAbout] = useState<string>()
  const calls = {
    'check-again': useCall('job.check-again'),
    'it-is-there': useCall('job.it-is-there'),
    'send-again': useCall('job.send-again'),
  }
  const [, navigate] = useLocation()
  const { intent } = detail
  const { id } = detail.summary
  const choices = decisionsFor(detail)
  useKeptOverLock(`decision on ${id}`, () => asked, setAsked)
  const about = describeDoubt(detail)
  // Another window may have decided meanwhile. Then the dialog is closed, so that its answer does not apply to a later step.
  const isOver = asked !== undefined && isDecided(asked, about, choices)
  if (isOver) setAsked(undefined)
  const asking = isOver ? undefined : asked?.action
  const isCorrecting = asking === 'correct' && !isDrafted(intent) && intent.kind !== 'console'
  if (choices.length === 0 && !isCorrecting) return undefined

  const close = () => setAsked(undefined)
  const run = async (action: keyof typeof calls) => {
    close()
    if (Object.values(calls).some(({ isBusy }) => isBusy)) return
    setCalledAbout(about)
    const reply = await calls[action].run({ id })
    const isEffect = action === 'it-is-there' && changesSomething(detail)
    if (reply.ok) view.say(t(`queue.said.${isEffect ? 'it-is-there-effect' : action}`))
  }
  const press = (action: JobAction, asksFirst: boolean): void => {
    if (action === 'check-again' || (action === 'send-again' && !asksFirst)) void run(action)
    else if (action === 'correct' && isDrafted(intent)) navigate(correctionPath(id))
    else if (action === 'correct' && intent.kind === 'console') navigate(consolePath(intent.operation, id))
    else setAsked({ action, about })
  }

  return (
    <>
      <ServiceHint detail={detail} />
      {isCorrecting ? (
        <CorrectionForm
          detail={detail}
          action={intent}
          onClose={() => {
            onCorrected?.()
            close()
          }}
        />
      ) : isDrafted(intent) && isUnsent(detail) ? (
        <div className="flex flex-wrap gap-2">
          <LinkButton to={editPath(id)}>
            <PenLine aria-hidden size="1rem" />
            {t('queue.actions.edit')}
          </LinkButton>
          <ActionList choices={choices} detail={detail} onPress={press} />
        </div>
      ) : (
        <ActionList choices={choices} detail={detail} onPress={press} />
      )}
      {calledAbout === about ? (
        <ErrorNotice error={Object.values(calls).find(({ error }) => error !== undefined)?.error} />
      ) : undefined}
      {asking === 'it-is-there' || asking === 'send-again' ? (
        <ConfirmDialog action={asking} detail={detail} onClose={close} onConfirm={() => void run(asking)} />
      ) : undefined}
      {asking === 'drop' ? <DropDialog detail={detail} onClose={close} /> : undefined}
      {asking === 'go-on-anyway' ? <GoOnDialog detail={detail} onClose={close} /> : undefined}
      {asking === 'send-without-asking' ? <UnaskedDialog detail={detail} onClose={close} /> : undefined}
    </>
  )
}

/**
 * Returns the actions that a technician can choose, in the order of their buttons. `asksFirst`: a dialog explains the action,
 * because the action cannot be undone. A step that was certainly not applied is sent again without a dialog.
 */
export function decisionsFor({
  actions,
  summary,
}: Pick<JobDetail, 'actions' | 'summary'>): readonly { readonly action: JobAction; readonly asksFirst: boolean }[] {
  const isUnapplied = summary.why?.code === 'not-applied'
  const order: readonly JobAction[] = isUnapplied
    ? ['send-again', 'check-again', 'it-is-there', 'correct', 'drop']
    : ['correct', 'check-again', 'it-is-there', 'send-again', 'send-without-asking', 'go-on-anyway', 'drop']
  return order
    .filter((action) => actions.includes(action))
    .map((action) => ({ action, asksFirst: action === 'it-is-there' || (action === 'send-again' && !isUnapplied) }))
}

interface ActionListProps {
  readonly choices: ReturnType<typeof decisionsFor>
  readonly detail: JobDetail
  readonly onPress: (action: JobAction, asksFirst: boolean) => void
}

function variantOf(action: JobAction, index: number): ButtonVariant {
  if (action === 'drop') return 'danger'
  return index === 0 ? 'primary' : 'plain'
}

export function ActionList({ choices, detail, onPress }: ActionListProps) {
  const isUnapplied = detail.summary.why?.code === 'not-applied'
  const isUndecided = detail.summary.state === 'needs-you'
  const isEffect = changesSomething(detail)
  const wordsOf = (action: JobAction) => {
    if (action === 'send-again' && isUnapplied) return 'send-again-unapplied' as const
    return isEffect && (action === 'send-again' || action === 'it-is-there') ? (`${action}-effect` as const) : action
  }
  const buttonOf = ({ action, asksFirst }: (typeof choices)[number], index: number) => (
    <Button
      key={action}
      variant={variantOf(action, index)}
      wide={isUndecided}
      onPress={() => onPress(action, asksFirst)}
    >
      {t(`queue.actions.${wordsOf(action)}`)}
    </Button>
  )
  if (!isUndecided)
    return (
      <fieldset aria-label={t('queue.actions.label')} className="flex flex-wrap gap-2">
        {choices.map(buttonOf)}
      </fieldset>
    )
  return (
    <fieldset aria-label={t('queue.actions.label')} className="@container">
      <ul className="grid gap-3">
        {choices.map((choice, index) => (
          <li
            key={choice.action}
            className="grid items-center gap-x-4 gap-y-1 @min-[30rem]:grid-cols-[15rem_minmax(0,1fr)]"
          >
            {buttonOf(choice, index)}
            <p className="text-small text-soft">{t(`queue.means.${wordsOf(choice.action)}`)}</p>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

interface DialogProps {
  readonly detail: JobDetail
  readonly onClose: () => void
}

interface ReasonDialogProps
  extends DialogProps, Pick<QuestionDialogProps, 'title' | 'action' | 'variant' | 'children'> {
  readonly decision: 'drop' | 'go-on-anyway'
}

/** Asks for the reason of a decision, which is stored. */
function ReasonDialog({ decision, detail, onClose, children, ...question }: ReasonDialogProps) {
  const { view } = useServices()
  const decide = useCall(`job.${decision}`)
  const [reason, setReason] = useState('')
  useKeptOverLock(`reason of ${decision} ${detail.summary.id}`, () => reason, setReason)
  const field = useFirstFocus<HTMLInputElement>()
  const confirm = async () => {
    const reply = await decide.run({ id: detail.summary.id, reason })
    if (!reply.ok) return
    view.say(t(`queue.said.${decision}`))
    onClose()
  }
  return (
    <QuestionDialog
      {...question}
      onClose={onClose}
      onAction={() => void confirm()}
      isDisabled={reason.trim() === '' || decide.isBusy}
    >
      {children}
      <TextField
        label={t('queue.drop.reason')}
        hint={t('queue.drop.reasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={300}
        inputRef={field}
      />
      <ErrorNotice error={decide.error} />
    </QuestionDialog>
  )
}

function DropDialog(props: DialogProps) {
  const wasSent = props.detail.steps.some(({ attempts }) => attempts.length > 0)
  return (
    <ReasonDialog
      {...props}
      decision="drop"
      variant="danger"
      title={t('queue.drop.title')}
      action={t('queue.drop.action')}
    >
      <p>{t(wasSent ? 'queue.drop.sentText' : 'queue.drop.text')}</p>
    </ReasonDialog>
  )
}

/** Continues a job although another job, on any computer of the fleet, has its box or customer. */
function GoOnDialog(props: DialogProps) {
  const now = useNow()
  const { summary } = props.detail
  const isOwn = summary.fleet?.isOwn === true
  return (
    <ReasonDialog
      {...props}
      decision="go-on-anyway"
      title={t(isOwn ? 'queue.fleet.own.goOnTitle' : 'queue.goOn.title')}
      action={t('queue.actions.go-on-anyway')}
    >
      <FleetMark job={summary} now={now} />
      <p>{t(isOwn ? 'queue.fleet.own.goOnText' : 'queue.goOn.text')}</p>
    </ReasonDialog>
  )
}

/** Sends a job that takes money, although the hub cannot say whether the job was moved. */
function UnaskedDialog({ detail, onClose }: DialogProps) {
  const { view } = useServices()
  const send = useCall('job.send-without-asking')
  const confirm = async () => {
    const reply = await send.run({ id: detail.summary.id })
    if (!reply.ok) return
    view.say(t('queue.said.send-without-asking'))
    onClose()
  }
  return (
    <QuestionDialog
      role="alertdialog"
      title={t('queue.unasked.title')}
      onClose={onClose}
      action={t('queue.actions.send-without-asking')}
      onAction={() => void confirm()}
      isDisabled={send.isBusy}
    >
      <p>{t('queue.unasked.text')}</p>
      <ErrorNotice error={send.error} />
    </QuestionDialog>
  )
}

interface ConfirmDialogProps extends DialogProps {
  readonly action: 'it-is-there' | 'send-again'
  readonly onConfirm: () => void
}

function ConfirmDialog({ action, detail, onClose, onConfirm }: ConfirmDialogProps) {
  const words = action === 'it-is-there' ? 'itIsThere' : 'sendAgain'
  const signs = valuesToLookFor(detail)
  const step = knownOf(detail)?.step
  const isEffect = changesSomething(detail)
  const isSeen = action === 'it-is-there' && isEffect
  return (
    <QuestionDialog
      role="alertdialog"
      title={t(isEffect ? `queue.${words}.titleEffect` : `queue.${words}.title`)}
      onClose={onClose}
      action={t(isSeen ? 'queue.itIsThere.actionEffect' : `queue.${words}.action`)}
      onAction={onConfirm}
    >
      {signs.length === 0 ? undefined : (
        <>
          <p>{t(isSeen ? 'queue.itIsThere.lookEffect' : `queue.${words}.look`)}</p>
          <LookForList signs={signs} />
        </>
      )}
      <p>{t(`queue.${words}.text`)}</p>
      {action === 'send-again' && step !== undefined ? (
        <p className="font-semibold">{t(`queue.sendAgain.${secondSending[step]}`)}</p>
      ) : undefined}
    </QuestionDialog>
  )
}

function LookForList({ signs }: { readonly signs: readonly Sign[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-normal bg-sunken px-4 py-3">
      {signs.map(({ of, value }) => (
        <div key={of} className="contents">
          <dt className="text-soft">{t(`queue.signs.${of}`)}</dt>
          <dd className="font-figures font-semibold [overflow-wrap:anywhere]">
            {value === '' ? t(`queue.signs.yes`) : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the values by which a technician can see on the platform whether the undecided step has arrived. */
export function valuesToLookFor(detail: JobDetail): readonly Sign[] {
  const { intent, summary } = detail
  const userid = sign('userid', summary.userid)
  const box = sign('box', summary.box && writeBox(summary.box))
  switch (knownOf(detail)?.step) {
    case 'create-customer':
      return [...userid, ...sign('name', summary.customerName), ...box]
    case 'bind-user':
      return [...userid, ...box]
    case 'bind-hostname':
      return [...box, ...sign('hostname', summary.hostname)]
    case 'renew':
      return [...userid, endSign(detail)]
    case 'change-product': {
      const productid = 'productid' in intent ? intent.productid : undefined
      return [...userid, ...sign('product', summary.productName ?? productid), endSign(detail)]
    }
    case 'disable':
      return [...userid, { of: 'disabled', value: '' }]
    case 'enable':
      return [...userid, { of: 'enabled', value: '' }]
    case undefined:
      return [...userid, ...box]
  }
}

function endSign(detail: JobDetail): Sign {
  const expected = compareSubscriptions(detail)?.expectedEnd
  return expected === undefined ? { of: 'endDateMoved', value: '' } : { of: 'endDate', value: formatToldDay(expected) }
}

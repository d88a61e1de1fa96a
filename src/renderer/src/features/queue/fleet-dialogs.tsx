import { type ReactNode, useState } from 'react'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useServices } from '../../state/services.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { useNow } from '../../ui/format-time.ts'
import { FleetMark } from './say-job.tsx'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ButtonVariant } from '../../ui/button.tsx'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'

interface FleetDialogProps {
  readonly detail: JobDetail
  readonly onClose: () => void
}

/** Continues a job although another job, on any computer of the fleet, has its box or customer. Stores the technician's reason. */
export function GoOnDialog({ detail, onClose }: FleetDialogProps) {
  const { view } = useServices()
  const goOn = useCall('job.go-on-anyway')
  const now = useNow()
  const isOwn = detail.summary.fleet?.isOwn === true
  const confirm = async (reason: string) => {
    const reply = await goOn.run({ id: detail.summary.id, reason })
    if (!reply.ok) return
    view.say(t('queue.said.go-on-anyway'))
    onClose()
  }
  return (
    <ReasonDialog
      title={t(isOwn ? 'queue.fleet.own.goOnTitle' : 'queue.goOn.title')}
      onClose={onClose}
      action={t('queue.actions.go-on-anyway')}
      onAction={confirm}
      isBusy={goOn.isBusy}
      error={goOn.error}
    >
      <FleetMark job={detail.summary} now={now} />
      <p>{t(isOwn ? 'queue.fleet.own.goOnText' : 'queue.goOn.text')}</p>
    </ReasonDialog>
  )
}

/** Sends a job that takes money, although the hub cannot say whether the job was moved. */
export function UnaskedDialog({ detail, onClose }: FleetDialogProps) {
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

interface ReasonDialogProps {
  readonly title: string
  readonly action: string
  readonly variant?: ButtonVariant
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  readonly onAction: (reason: string) => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

export function ReasonDialog({ isBusy, error, onAction, children, ...rest }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <QuestionDialog {...rest} onAction={() => void onAction(reason)} isDisabled={reason.trim() === '' || isBusy}>
      {children}
      <TextField
        label={t('queue.drop.reason')}
        hint={t('queue.drop.reasonHint')}
        value={reason}
        onChange={setReason}
        maxLength={300}
        inputRef={field}
      />
      <ErrorNotice error={error} />
    </QuestionDialog>
  )
}

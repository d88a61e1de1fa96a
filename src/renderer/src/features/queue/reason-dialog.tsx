import { type ReactNode, useState } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { t } from '../../locale.ts'
import type { ButtonVariant } from '../../ui/button.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { useFirstFocus } from '../../ui/field-frame.tsx'
import { TextField } from '../../ui/text-field.tsx'

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

/** Asks for the technician's reason before an action on a job. The reason is stored. */
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

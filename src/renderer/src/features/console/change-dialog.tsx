import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OperationView, RequestView } from '../../../../shared/bridge/console-channels.ts'
import type { ConsoleValues } from '../../../../shared/domain/console.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useActiveConnection } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RequestText } from './request-panel.tsx'

interface ChangeDialogProps {
  readonly call: OperationView
  readonly values: ConsoleValues
  readonly request: RequestView
  readonly correcting: { readonly id: string; readonly revision: number } | undefined
  readonly onSaved: (jobId: string) => void
  readonly onClose: () => void
}

/** Asks before an operation that changes something becomes a job: what goes out, and a button that says what it does. */
export function ChangeDialog({ call, values, request, correcting, onSaved, onClose }: ChangeDialogProps) {
  const { t } = useTranslation()
  const connection = useActiveConnection()?.settings.name ?? ''
  const change = useCall('console.change')
  const correct = useCall('job.correct')
  // One wish is one job, however often it is pressed.
  const [draftId] = useState(() => crypto.randomUUID())
  const operation = call.id
  const confirm = async (): Promise<void> => {
    const reply =
      correcting === undefined
        ? await change.run({ draftId, operation, values })
        : await correct.run({ ...correcting, intent: { kind: 'console', operation, values } })
    if (!reply.ok) return
    onSaved('id' in reply.value ? reply.value.id : (correcting?.id ?? ''))
    onClose()
  }
  const verb = correcting === undefined ? verbOf(call) : 'correct'
  return (
    <Dialog
      isOpen
      role="alertdialog"
      size="large"
      title={t('console.confirm.title', { operation, connection })}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" isDisabled={change.isBusy || correct.isBusy} onPress={() => void confirm()}>
            {t(`console.confirm.${verb}`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <RequestText request={request} />
        <p>{t('console.confirm.text')}</p>
        <ErrorNotice error={change.error ?? correct.error} />
      </div>
    </Dialog>
  )
}

function verbOf({ id, effect }: OperationView): 'create' | 'bind' | 'renew' | 'change' | 'Disable' | 'Enable' {
  if (effect === 'toggle') return id === 'Disable' ? 'Disable' : 'Enable'
  return effect === 'read' ? 'change' : effect
}

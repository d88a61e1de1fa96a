import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useDesk } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'

/** Gives a job up, with a reason that is kept. */
export function DropDialog({ detail, onClose }: { readonly detail: JobDetail; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const [reason, setReason] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  const drop = useCall('job.drop')
  const wasSent = detail.steps.some(({ attempts }) => attempts.length > 0)
  const isReady = reason.trim() !== '' && !drop.isBusy
  const confirm = async () => {
    const reply = await drop.run({ id: detail.summary.id, reason })
    if (!reply.ok) return
    view.say(t('queue.said.drop'))
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={t('queue.drop.title')}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="danger" onPress={() => void confirm()} isDisabled={!isReady}>
            {t('queue.drop.act')}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void confirm()
        }}
      >
        <p>{t(wasSent ? 'queue.drop.sentText' : 'queue.drop.text')}</p>
        <TextField
          label={t('queue.drop.reason')}
          hint={t('queue.drop.reasonHint')}
          value={reason}
          onChange={setReason}
          maxLength={300}
          inputRef={field}
        />
        <ErrorNotice error={drop.error} />
      </form>
    </Dialog>
  )
}

import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { isolate, t } from '../../../locale.ts'
import { useServices } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Station } from './attention.ts'

interface RemoveDialogProps {
  readonly station: Station
  readonly onClose: () => void
}

/** Removes a computer from the fleet, after it said what that means. */
export function RemoveDialog({ station, onClose }: RemoveDialogProps) {
  const { view } = useServices()
  const revoke = useCall('fleet.revoke')
  const name = isolate(station.name)
  const confirm = async (): Promise<void> => {
    const reply = await revoke.run({ station: station.id })
    if (!reply.ok) return
    view.say(t('fleet.remove.done', { name }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t('fleet.remove.title', { name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="danger" isDisabled={revoke.isBusy} onPress={() => void confirm()}>
            {t('fleet.remove.action')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {station.inCare === 0 ? undefined : (
          <Notice tone="warning" announce="off">
            {t('fleet.remove.work', { count: station.inCare })}
          </Notice>
        )}
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t('fleet.remove.hub', { name })}</li>
          <li>{t('fleet.remove.stays', { name })}</li>
          <li>{t('fleet.remove.knows', { name })}</li>
          <li>{t('fleet.remove.return')}</li>
        </ul>
        <ErrorNotice error={revoke.error} />
      </div>
    </Dialog>
  )
}

import type { Request } from '../../../../shared/bridge/contract.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** After a data folder was copied, asks which computer may send its work. Only one may. */
export function ReleaseDialog({ onClose }: { readonly onClose: () => void }) {
  const release = useCall('maintenance.release')
  const carryOut = async (work: Request<'maintenance.release'>['work']) => {
    const reply = await release.run({ work })
    if (reply.ok) onClose()
  }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t('maintenance.release.title')}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={release.isBusy} onPress={() => void carryOut('leave-there')}>
            {t('maintenance.release.leave-there')}
          </Button>
          <Button isDisabled={release.isBusy} onPress={() => void carryOut('send-here')}>
            {t('maintenance.release.send-here')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t('maintenance.release.text')}</p>
        <p className="font-semibold">{t('maintenance.release.look')}</p>
        <ErrorNotice error={release.error} />
      </div>
    </Dialog>
  )
}

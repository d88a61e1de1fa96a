import type { Request } from '../../../../shared/bridge/contract.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/**
 * After a data folder was copied, asks which of the two computers sends the jobs, because only one computer may send them. After an
 * import, asks whether this computer sends the imported jobs.
 */
export function ReleaseDialog({ onClose }: { readonly onClose: () => void }) {
  const lock = useSnapshot(({ maintenance }) => maintenance.sendLock) ?? 'copied'
  const words = lock === 'copied' ? 'maintenance.release' : 'maintenance.releaseImported'
  const release = useCall('maintenance.release')
  const carryOut = async (work: Request<'maintenance.release'>['work']) => {
    const reply = await release.run({ work, lock })
    if (reply.ok) onClose()
  }
  return (
    <Dialog
      role="alertdialog"
      title={t(`${words}.title`)}
      onClose={onClose}
      actions={
        <>
          <Button isBusy={release.isBusy} onPress={() => void carryOut('leave-there')}>
            {t(`${words}.leave-there`)}
          </Button>
          <Button isBusy={release.isBusy} onPress={() => void carryOut('send-here')}>
            {t(`${words}.send-here`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p>{t(`${words}.text`)}</p>
        <p className="font-semibold">{t(`${words}.look`)}</p>
        <ErrorNotice error={release.error} />
      </div>
    </Dialog>
  )
}

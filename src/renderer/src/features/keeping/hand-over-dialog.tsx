import { useTranslation } from 'react-i18next'
import { countOf, sumUnsent } from '../../routes.ts'
import { useActiveConnection, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface HandOverDialogProps {
  /** The other computer's id, as it was typed. */
  readonly target: string
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks once more before work leaves this computer: it cannot be taken back here, only by a file from the other one. */
export function HandOverDialog({ target, onClose, onConfirm }: HandOverDialogProps) {
  const { t } = useTranslation()
  const count = useSnapshot(({ counts }) => sumUnsent(counts) + countOf('needs-you', counts))
  const name = useActiveConnection()?.settings.name ?? ''
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t('keeping.handOver.ask.title', { target: target.trim().toUpperCase() })}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" onPress={onConfirm}>
            {t('keeping.handOver.ask.act')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="font-semibold">{t('keeping.handOver.ask.count', { count, name })}</p>
        <p>{t('keeping.handOver.ask.text')}</p>
      </div>
    </Dialog>
  )
}

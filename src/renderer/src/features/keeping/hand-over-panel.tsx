import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { filePassphraseSchema, installationIdSchema } from '../../../../shared/domain/keeping.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useActiveConnection, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { offerFile } from './file-text.ts'
import { countOf, sumUnsent } from '../../routes.ts'
import { Dialog } from '../../ui/dialog.tsx'
type HandedOver = Response<'keeping.hand-over'>

/** Exports the connection's unfinished work for another computer, to a file that only that computer can import. */
export function HandOverPanel() {
  const { t } = useTranslation()
  const { installation } = useSnapshot((snapshot) => snapshot)
  const name = useActiveConnection()?.settings.name
  const [target, setTarget] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [made, setMade] = useState<HandedOver>()
  const [isAsking, setAsking] = useState(false)
  const handOver = useCall('keeping.hand-over')
  const isFilled = installationIdSchema.safeParse(target).success && filePassphraseSchema.safeParse(passphrase).success
  const close = () => {
    setAsking(false)
  }
  const submit = async () => {
    close()
    const reply = await handOver.run({ target, passphrase })
    if (!reply.ok) return
    setMade(reply.value)
    setTarget('')
    setPassphrase('')
  }
  if (name === undefined) return undefined
  return (
    <Panel title={t('keeping.handOver.title')} note={t('keeping.handOver.note', { name, installation })}>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isFilled) setAsking(true)
        }}
      >
        <TextField
          label={t('keeping.handOver.target')}
          hint={t('keeping.handOver.targetHint')}
          figures
          maxLength={12}
          value={target}
          onChange={setTarget}
        />
        <TextField
          label={t('keeping.handOver.passphrase')}
          hint={t('keeping.handOver.passphraseHint')}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={setPassphrase}
        />
        <ErrorNotice error={handOver.error} />
        {made === undefined ? undefined : <HandedOverNotice made={made} />}
        <div>
          <Button type="submit" isDisabled={!isFilled || handOver.isBusy}>
            {t('keeping.handOver.act')}
          </Button>
        </div>
      </form>
      {isAsking ? <HandOverDialog target={target} onClose={close} onConfirm={() => void submit()} /> : undefined}
    </Panel>
  )
}

function HandedOverNotice({ made }: { readonly made: HandedOver }) {
  const { t } = useTranslation()
  const { host, storage } = useSnapshot((snapshot) => snapshot)
  return (
    <Notice tone="good" title={t('keeping.handOver.done', { count: made.jobs })}>
      <p>{t('keeping.handOver.where', { folder: storage.folder, name: made.name })}</p>
      {made.left === 0 ? undefined : <p className="mt-1">{t('keeping.handOver.left', { count: made.left })}</p>}
      {host === 'loopback' ? (
        <div className="mt-2">
          <Button
            size="small"
            onPress={() => {
              offerFile(made.file, made.name)
            }}
          >
            {t('keeping.handOver.download')}
          </Button>
        </div>
      ) : undefined}
    </Notice>
  )
}

interface HandOverDialogProps {
  /** The id of the other computer, as typed. */
  readonly target: string
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Confirms the export: the work leaves this computer, and only a file from the other one can bring it back. */
function HandOverDialog({ target, onClose, onConfirm }: HandOverDialogProps) {
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

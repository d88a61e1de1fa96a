import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Request } from '../../../../shared/bridge/contract.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { t } from '../../locale.ts'
import { screenOf } from '../../routes.ts'
import { shortcutKeysOf, shortcutNames, usesCommandKey } from '../../shortcuts.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button, KeyHint } from '../../ui/button.tsx'
import { Dialog, QuestionDialog } from '../../ui/dialog.tsx'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'

export function HelpDialog() {
  const { view } = useServices()
  const [path] = useLocation()
  const host = useSnapshot((snapshot) => snapshot.host)
  const isMac = usesCommandKey(navigator.userAgent)
  return (
    <Dialog title={t('help.title')} onClose={view.close}>
      <p className="mb-4 max-w-prose">{t(`help.screens.${screenOf(path)}`)}</p>
      <h3 className="mb-2 border-t border-line pt-3 font-semibold">{t('help.keys')}</h3>
      <dl className="grid gap-2">
        {shortcutNames.map((name) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt>{t(`frame.shortcuts.${name}`)}</dt>
            <dd>
              <span className="sr-only">{shortcutKeysOf(name, isMac, host)}</span>
              <KeyHint keys={shortcutKeysOf(name, isMac, host)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 border-t border-line pt-3 text-small text-soft">{t('frame.shortcuts.note')}</p>
    </Dialog>
  )
}

/** A token is never sent back to the page. */
export function TokenDialog(props: {
  readonly connection: Pick<Connection, 'id' | 'name'>
  readonly onClose: () => void
}) {
  const { connection, onClose } = props
  const { view } = useServices()
  const protection = useSnapshot(({ vault }) => vault.protection)
  const [token, setToken] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  const replace = useCall('connection.replace-token')
  const keep = async () => {
    const reply = await replace.run({ id: connection.id, token })
    if (!reply.ok) return
    view.say(t('frame.token.kept'))
    onClose()
  }
  return (
    <QuestionDialog
      title={t('frame.token.title', { name: connection.name })}
      onClose={onClose}
      action={t('frame.token.action')}
      onAction={() => void keep()}
      isDisabled={token.trim() === '' || replace.isBusy}
    >
      <TextField
        label={t('frame.token.label')}
        type="password"
        value={token}
        onChange={setToken}
        inputRef={field}
        hint={t('frame.token.hint', { keeper: t(`frame.keepers.${protection}`) })}
      />
      <ErrorNotice error={replace.error} />
    </QuestionDialog>
  )
}

/**
 * After a data folder was copied, asks whether the original or the copy sends the jobs, because only one of them may. After an
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

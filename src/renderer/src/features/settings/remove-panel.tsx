import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { settingsPath } from '../../routes.ts'
import { useDesk } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Takes a connection away, after a question: its token cannot be brought back. */
export function RemovePanel({ connection: { id, name } }: { readonly connection: Pick<Connection, 'id' | 'name'> }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const remove = useCall('connection.remove')
  const close = () => {
    setAsking(false)
    remove.clear()
  }
  const act = async () => {
    const reply = await remove.run({ id })
    if (!reply.ok) return
    view.kept.delete(`connection ${id}`)
    view.say(t('settings.connection.remove.done', { name }))
    navigate(settingsPath('connections'))
  }
  return (
    <Panel title={t('settings.connection.remove.title')} note={t('settings.connection.remove.note')}>
      <Button
        variant="danger"
        onPress={() => {
          setAsking(true)
        }}
      >
        {t('settings.connection.remove.act')}
      </Button>
      <Dialog
        role="alertdialog"
        isOpen={isAsking}
        title={t('settings.connection.remove.sure', { name })}
        onClose={close}
        acts={
          <>
            <Button onPress={close}>{t('ui.cancel')}</Button>
            <Button variant="danger" isDisabled={remove.isBusy} onPress={() => void act()}>
              {t('settings.connection.remove.yes')}
            </Button>
          </>
        }
      >
        <div className="grid gap-3">
          <p>{t('settings.connection.remove.sureText')}</p>
          <ErrorNotice error={remove.error} />
        </div>
      </Dialog>
    </Panel>
  )
}

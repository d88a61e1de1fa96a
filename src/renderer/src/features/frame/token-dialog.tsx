import { useState } from 'react'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { TextField, useFirstFocus } from '../../ui/text-field.tsx'

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

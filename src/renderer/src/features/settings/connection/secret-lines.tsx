import { type ReactNode, useState } from 'react'
import type { Control } from 'react-hook-form'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { proxyLogInSchema } from '../../../../../shared/domain/connection/connection.ts'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { settingsPath } from '../../../routes.ts'
import { useServices, useSnapshot } from '../../../state/services.tsx'
import { isShut } from '../../../state/snapshot-store.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { QuestionDialog } from '../../../ui/dialog.tsx'
import { FormText } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayRule, TextField, useFirstFocus } from '../../../ui/text-field.tsx'
import { TokenDialog } from '../../frame/overlay-dialogs.tsx'
import { keeperOf, needsPassphrase } from '../../vault/protect-panel.tsx'
import type { ChangedPlace, ConnectionSettingsValues } from './connection-settings-values.ts'
import { t } from '../../../locale.ts'

interface ConnectionProps {
  readonly connection: ConnectionView
}

/** A stored secret is never sent to the page. */
function SecretLine(props: { readonly label: string; readonly says: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-small text-soft">{props.label}</p>
        <p>{props.says}</p>
      </div>
      {props.children}
    </div>
  )
}

export function TokenLine({ connection: { settings, hasToken } }: ConnectionProps) {
  const keeper = useSnapshot(keeperOf)
  const isLocked = useSnapshot(({ vault }) => isShut(vault))
  const mustProtect = useSnapshot(needsPassphrase)
  const [isReplacing, setReplacing] = useState(false)
  const says = hasToken
    ? t('settings.connection.tokenKept', { keeper: t(`frame.keepers.${keeper}`) })
    : t(isLocked ? 'settings.connection.tokenLocked' : 'settings.connection.tokenNone')
  return (
    <SecretLine label={t('settings.connection.token')} says={says}>
      {mustProtect && !isLocked ? (
        <LinkButton to={settingsPath('privacy')}>{t('settings.connection.passphraseFirst')}</LinkButton>
      ) : (
        <Button isDisabled={isLocked} onPress={() => setReplacing(true)}>
          {t('settings.connection.tokenReplace')}
        </Button>
      )}
      {isReplacing ? <TokenDialog connection={settings} onClose={() => setReplacing(false)} /> : undefined}
    </SecretLine>
  )
}

/** Asks again for the token, because the changed settings lead to another server. The token is saved with the settings. */
export function TokenAgain(props: {
  readonly control: Control<ConnectionSettingsValues>
  readonly changed: ChangedPlace
}) {
  const { control, changed } = props
  return (
    <div className="mt-4 grid gap-3">
      <Notice tone="warning">{t(`settings.connection.tokenAgain.${changed}`)}</Notice>
      <FormText
        control={control}
        name="token"
        type="password"
        label={t('connection.form.token')}
        hint={t('settings.connection.tokenAgainHint')}
      />
    </div>
  )
}

export function ProxyLogInLine({ connection: { settings, hasProxyLogIn } }: ConnectionProps) {
  const { view } = useServices()
  const keeper = useSnapshot(keeperOf)
  const isLocked = useSnapshot(({ vault }) => isShut(vault))
  const [isEntering, setEntering] = useState(false)
  const forget = useCall('connection.set-proxy-log-in')
  const forgetIt = async () => {
    const reply = await forget.run({ id: settings.id })
    if (reply.ok) view.say(t('network.logInForgotten'))
  }
  const says = () => {
    if (settings.proxy === '') return t('network.logInAfter')
    if (hasProxyLogIn) return t('network.logInKept', { keeper: t(`frame.keepers.${keeper}`) })
    return t(isLocked ? 'network.logInLocked' : 'network.logInNone')
  }
  return (
    <SecretLine label={t('network.logIn')} says={says()}>
      {hasProxyLogIn ? (
        <Button variant="quiet" isDisabled={isLocked || forget.isBusy} onPress={() => void forgetIt()}>
          {t('network.logInForget')}
        </Button>
      ) : undefined}
      <Button isDisabled={isLocked || settings.proxy === ''} onPress={() => setEntering(true)}>
        {t('network.logInEnter')}
      </Button>
      <ErrorNotice error={forget.error} />
      {isEntering ? <ProxyLogInDialog connection={settings} onClose={() => setEntering(false)} /> : undefined}
    </SecretLine>
  )
}

function ProxyLogInDialog(props: { readonly connection: ConnectionView['settings']; readonly onClose: () => void }) {
  const { connection, onClose } = props
  const { view } = useServices()
  const keeper = useSnapshot(keeperOf)
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  const keep = useCall('connection.set-proxy-log-in')
  const reading = proxyLogInSchema.safeParse({ user, password })
  const userProblem = user === '' ? undefined : reading.error?.issues.find(({ path }) => path[0] === 'user')?.message
  const submit = async () => {
    if (!reading.success) return
    const reply = await keep.run({ id: connection.id, logIn: reading.data })
    if (!reply.ok) return
    view.say(t('network.logInNow'))
    onClose()
  }
  return (
    <QuestionDialog
      title={t('network.logInTitle', { name: connection.name })}
      onClose={onClose}
      action={t('network.logInKeep')}
      onAction={() => void submit()}
      isDisabled={!reading.success || keep.isBusy}
    >
      <TextField
        label={t('network.user')}
        value={user}
        onChange={setUser}
        inputRef={field}
        error={sayRule(userProblem)}
      />
      <TextField
        label={t('network.password')}
        type="password"
        value={password}
        onChange={setPassword}
        hint={t('network.secretHint', { keeper: t(`frame.keepers.${keeper}`) })}
      />
      <ErrorNotice error={keep.error} />
    </QuestionDialog>
  )
}

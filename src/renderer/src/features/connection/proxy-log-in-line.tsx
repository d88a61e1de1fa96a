import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { proxyLogInSchema } from '../../../../shared/domain/connection/proxy.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { sayRule } from '../../ui/say-rule.ts'
import { useCall } from '../../bridge/use-call.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { keeperOf } from './keeper-of.ts'
import { isShut } from '../../state/snapshot-store.ts'

/** Says whether proxy credentials are stored, with buttons to enter or forget them. They are never sent back to the page. */
export function ProxyLogInLine({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useTranslation()
  const { view } = useServices()
  const keeper = useSnapshot(keeperOf)
  const isLocked = useSnapshot(({ vault }) => isShut(vault))
  const [isEntering, setEntering] = useState(false)
  const forget = useCall('connection.set-proxy-log-in')
  const { settings, hasProxyLogIn } = connection
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
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-small text-soft">{t('network.logIn')}</p>
        <p>{says()}</p>
      </div>
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
    </div>
  )
}

function ProxyLogInDialog({
  connection,
  onClose,
}: {
  readonly connection: ConnectionView['settings']
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
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
    <Dialog
      isOpen
      title={t('network.logInTitle', { name: connection.name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" isDisabled={!reading.success || keep.isBusy} onPress={() => void submit()}>
            {t('network.logInKeep')}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // React events of the dialog bubble to the settings form, which must not submit.
          event.stopPropagation()
          void submit()
        }}
      >
        <TextField
          label={t('network.user')}
          autoComplete="off"
          value={user}
          onChange={setUser}
          inputRef={field}
          {...(userProblem === undefined ? {} : { error: sayRule(t, userProblem) })}
        />
        <TextField
          label={t('network.password')}
          type="password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          hint={t('network.secretHint', { keeper: t(`frame.keepers.${keeper}`) })}
        />
        <button type="submit" hidden aria-hidden tabIndex={-1} />
        <ErrorNotice error={keep.error} />
      </form>
    </Dialog>
  )
}

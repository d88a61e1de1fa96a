import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Snapshot, VaultView } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { sayRule } from '../../ui/say-rule.ts'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/toggle.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useServices } from '../../state/services.tsx'
import { Panel } from '../../ui/panel.tsx'

/** What will protect a token that is typed now. */
export function keeperOf({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): VaultView['protection'] {
  if (vault.protection !== 'none') return vault.protection
  return host === 'electron' ? 'system' : 'none'
}

/** Whether a passphrase must be chosen before a real connection, because no key store of the system protects the token. */
export function needsPassphrase({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): boolean {
  return vault.protection === 'system-weak' || (host === 'loopback' && vault.protection !== 'passphrase')
}

const leastLength = 8

/** Sets the passphrase that protects the stored work. It is typed twice, with an explanation. */
export function ProtectPanel({ onDone }: { readonly onDone?: () => void }) {
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [isShown, setShown] = useState(false)
  const [wasTried, setTried] = useState(false)
  const field = useFirstFocus<HTMLInputElement>()
  const fieldAgain = useRef<HTMLInputElement>(null)
  const protect = useCall('vault.protect')
  const problems = wasTried ? checkPassphrase(passphrase, again) : {}
  const submit = async () => {
    setTried(true)
    const wrong = checkPassphrase(passphrase, again)
    if (wrong.passphrase !== undefined) field.current?.focus()
    else if (wrong.again !== undefined) fieldAgain.current?.focus()
    if (Object.keys(wrong).length > 0) return
    const reply = await protect.run({ passphrase })
    if (reply.ok) onDone?.()
  }
  const type = isShown ? 'text' : 'password'
  return (
    <form
      noValidate
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>{t('vault.protect.text')}</p>
      <Notice tone="warning" announce="off">
        {t('vault.protect.lost')}
      </Notice>
      <TextField
        label={t('vault.protect.passphrase')}
        hint={t('vault.protect.hint')}
        type={type}
        autoComplete="new-password"
        value={passphrase}
        onChange={setPassphrase}
        inputRef={field}
        error={sayRule(problems.passphrase)}
      />
      <TextField
        label={t('vault.protect.again')}
        type={type}
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        inputRef={fieldAgain}
        error={sayRule(problems.again)}
      />
      <Switch isSelected={isShown} onChange={setShown}>
        {t('vault.protect.show')}
      </Switch>
      <ErrorNotice error={protect.error} />
      <div>
        <Button type="submit" variant="primary" size="large" isDisabled={protect.isBusy}>
          <ShieldCheck aria-hidden size="1.125rem" />
          {t('vault.protect.action')}
        </Button>
      </div>
    </form>
  )
}

/** Checks a passphrase that was typed twice. Returns rule codes. */
export function checkPassphrase(
  passphrase: string,
  again: string,
): { readonly passphrase?: 'passphrase-short'; readonly again?: 'passphrase-differs' } {
  if (passphrase.length < leastLength) return { passphrase: 'passphrase-short' }
  return passphrase === again ? {} : { again: 'passphrase-differs' }
}

/** Replaces the passphrase: the old one, then the new one twice. `onDone` also after a cancel. */
export function ChangePassphrasePanel({ onDone }: { readonly onDone: () => void }) {
  const { view } = useServices()
  const [old, setOld] = useState('')
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [wasTried, setTried] = useState(false)
  const oldField = useFirstFocus<HTMLInputElement>()
  const freshField = useRef<HTMLInputElement>(null)
  const againField = useRef<HTMLInputElement>(null)
  const change = useCall('vault.change-passphrase')
  const problems = wasTried ? checkPassphrase(fresh, again) : {}
  const submit = async () => {
    setTried(true)
    const wrong = checkPassphrase(fresh, again)
    if (old === '') return oldField.current?.focus()
    if (wrong.passphrase !== undefined) return freshField.current?.focus()
    if (wrong.again !== undefined) return againField.current?.focus()
    const reply = await change.run({ passphrase: old, fresh })
    if (!reply.ok) {
      if (reply.error.code === 'wrong-passphrase') setOld('')
      return oldField.current?.focus()
    }
    view.say(t('who.passphrase.done'))
    onDone()
  }
  return (
    <Panel title={t('who.passphrase.title')}>
      <form
        noValidate
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>{t('who.passphrase.text')}</p>
        <TextField
          label={t('who.passphrase.old')}
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          inputRef={oldField}
          error={wasTried && old === '' ? sayRule('required') : undefined}
        />
        <TextField
          label={t('who.passphrase.fresh')}
          hint={t('vault.protect.hint')}
          type="password"
          autoComplete="new-password"
          value={fresh}
          onChange={setFresh}
          inputRef={freshField}
          error={sayRule(problems.passphrase)}
        />
        <TextField
          label={t('who.passphrase.again')}
          type="password"
          autoComplete="new-password"
          value={again}
          onChange={setAgain}
          inputRef={againField}
          error={sayRule(problems.again)}
        />
        <ErrorNotice error={change.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isDisabled={change.isBusy}>
            <ShieldCheck aria-hidden size="1.125rem" />
            {t('who.passphrase.action')}
          </Button>
          <Button isDisabled={change.isBusy} onPress={onDone}>
            {t('ui.cancel')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

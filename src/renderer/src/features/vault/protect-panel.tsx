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

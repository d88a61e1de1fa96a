import { ShieldCheck } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import type { Snapshot, VaultView } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sayRule, TextField, useFirstFocus } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/choices.tsx'
import { useServices } from '../../state/services.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Form } from '../../ui/form.tsx'

/** Returns what will protect a token that the user types now. */
export function keeperOf({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): VaultView['protection'] {
  if (vault.protection !== 'none') return vault.protection
  return host === 'electron' ? 'system' : 'none'
}

/** Whether the user must set a passphrase before a real connection. That is the case if no key store of the system protects the token. */
export function needsPassphrase({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): boolean {
  return (
    vault.protection === 'system-weak' ||
    (host === 'loopback' && vault.protection !== 'passphrase' && vault.state !== 'lost')
  )
}

const leastLength = 8

/**
 * Fields to type a new passphrase twice. `check` returns whether the passphrase is valid. If the passphrase is invalid, `check` focuses the
 * faulty field.
 */
function useNewPassphrase(field: RefObject<HTMLInputElement | null>) {
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [wasTried, setTried] = useState(false)
  const fields = { passphrase: field, again: useRef<HTMLInputElement>(null) }
  const check = (): boolean => {
    setTried(true)
    const wrong = checkPassphrase(passphrase, again)
    if (wrong.passphrase !== undefined) fields.passphrase.current?.focus()
    else if (wrong.again !== undefined) fields.again.current?.focus()
    return Object.keys(wrong).length === 0
  }
  const problems = wasTried ? checkPassphrase(passphrase, again) : {}
  return { passphrase, setPassphrase, again, setAgain, fields, problems, wasTried, check }
}

interface NewPassphraseFieldsProps {
  readonly fresh: ReturnType<typeof useNewPassphrase>
  readonly labels: { readonly passphrase: string; readonly again: string }
  readonly type?: 'text' | 'password'
}

function NewPassphraseFields({ fresh, labels, type = 'password' }: NewPassphraseFieldsProps) {
  const { passphrase, setPassphrase, again, setAgain, fields, problems } = fresh
  return (
    <>
      <TextField
        label={labels.passphrase}
        hint={t('vault.protect.hint')}
        type={type}
        autoComplete="new-password"
        value={passphrase}
        onChange={setPassphrase}
        inputRef={fields.passphrase}
        error={sayRule(problems.passphrase)}
      />
      <TextField
        label={labels.again}
        type={type}
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        inputRef={fields.again}
        error={sayRule(problems.again)}
      />
    </>
  )
}

export function ProtectPanel({ onDone }: { readonly onDone?: () => void }) {
  const fresh = useNewPassphrase(useFirstFocus())
  const [isShown, setShown] = useState(false)
  const protect = useCall('vault.protect')
  const submit = async () => {
    if (!fresh.check()) return
    const reply = await protect.run({ passphrase: fresh.passphrase })
    if (reply.ok) onDone?.()
  }
  return (
    <Form className="grid max-w-xl gap-4" onSubmit={submit}>
      <p>{t('vault.protect.text')}</p>
      <Notice tone="warning" announce="off">
        {t('vault.protect.lost')}
      </Notice>
      <NewPassphraseFields
        fresh={fresh}
        labels={{ passphrase: t('vault.protect.passphrase'), again: t('vault.protect.again') }}
        type={isShown ? 'text' : 'password'}
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
    </Form>
  )
}

export function checkPassphrase(
  passphrase: string,
  again: string,
): { readonly passphrase?: 'passphrase-short'; readonly again?: 'passphrase-differs' } {
  if (passphrase.length < leastLength) return { passphrase: 'passphrase-short' }
  return passphrase === again ? {} : { again: 'passphrase-differs' }
}

/** `onDone` is also called after a cancel. */
export function ChangePassphrasePanel({ onDone }: { readonly onDone: () => void }) {
  const { view } = useServices()
  const [old, setOld] = useState('')
  const fresh = useNewPassphrase(useRef(null))
  const oldField = useFirstFocus<HTMLInputElement>()
  const change = useCall('vault.change-passphrase')
  const submit = async () => {
    const isGood = fresh.check()
    if (old === '') return oldField.current?.focus()
    if (!isGood) return
    const reply = await change.run({ passphrase: old, fresh: fresh.passphrase })
    if (!reply.ok) {
      if (reply.error.code === 'wrong-passphrase') setOld('')
      return oldField.current?.focus()
    }
    view.say(t('who.passphrase.done'))
    onDone()
  }
  const isWrong = change.error?.code === 'wrong-passphrase'
  const missing = isWrong
    ? `${t('errors.wrong-passphrase.what')} ${t('errors.wrong-passphrase.next')}`
    : fresh.wasTried
      ? sayRule('required')
      : undefined
  return (
    <Panel title={t('who.passphrase.title')}>
      <Form className="grid max-w-xl gap-4" onSubmit={submit}>
        <p>{t('who.passphrase.text')}</p>
        <TextField
          label={t('who.passphrase.old')}
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          inputRef={oldField}
          error={old === '' ? missing : undefined}
        />
        <NewPassphraseFields
          fresh={fresh}
          labels={{ passphrase: t('who.passphrase.fresh'), again: t('who.passphrase.again') }}
        />
        <ErrorNotice error={isWrong ? undefined : change.error} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" isDisabled={change.isBusy}>
            <ShieldCheck aria-hidden size="1.125rem" />
            {t('who.passphrase.action')}
          </Button>
          <Button isBusy={change.isBusy} onPress={onDone}>
            {t('ui.cancel')}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

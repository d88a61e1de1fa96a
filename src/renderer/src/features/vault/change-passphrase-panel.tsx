import { ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useServices } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { sayRule } from '../../ui/say-rule.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { checkPassphrase } from './protect-panel.tsx'
import { t } from '../../locale.ts'

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

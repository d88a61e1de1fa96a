import { useRef, useState } from 'react'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { filePassphraseSchema, installationIdSchema } from '../../../../shared/domain/maintenance.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, NotAllowed, useCall } from '../../bridge/use-call.tsx'
import { countOf, sumUnsent } from '../../routes.ts'
import { useActiveConnection, useSnapshot, usePolicy } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { sayRule, TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/choices.tsx'
import { offerFile, readBytes } from './file-text.ts'
import { Form } from '../../ui/form.tsx'

type ExportedWork = Response<'maintenance.export-work'>

/** Exports the connection's unfinished work to a file that only one other computer can import. */
export function ExportPanel() {
  const { installation, counts } = useSnapshot((snapshot) => snapshot)
  const name = useActiveConnection()?.settings.name
  const policy = usePolicy()
  const [target, setTarget] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [isShown, setShown] = useState(false)
  const [wasTried, setTried] = useState(false)
  const [made, setMade] = useState<ExportedWork>()
  const [isAsking, setAsking] = useState(false)
  const exportWork = useCall('maintenance.export-work')
  const targetField = useRef<HTMLInputElement>(null)
  const passphraseField = useRef<HTMLInputElement>(null)
  const againField = useRef<HTMLInputElement>(null)
  const own = useRead('maintenance.fingerprint', {})
  const wrong = checkExport({ target, passphrase, again, installation })
  const shown = wasTried ? wrong : {}
  const count = sumUnsent(counts) + countOf('needs-you', counts)
  const ask = () => {
    setTried(true)
    if (wrong.target !== undefined) targetField.current?.focus()
    else if (wrong.passphrase !== undefined) passphraseField.current?.focus()
    else if (wrong.again !== undefined) againField.current?.focus()
    else setAsking(true)
  }
  const submit = async () => {
    setAsking(false)
    setMade(undefined)
    const reply = await exportWork.run({ target, passphrase })
    if (!reply.ok) return
    setMade(reply.value)
    setTarget('')
    setPassphrase('')
    setAgain('')
    setShown(false)
    setTried(false)
  }
  if (name === undefined) return undefined
  if (!policy.export)
    return (
      <Panel title={t('maintenance.export.title')}>
        <NotAllowed field="export" />
      </Panel>
    )
  return (
    <Panel title={t('maintenance.export.title')} note={t('maintenance.export.note', { name, installation })}>
      <Form className="grid max-w-xl gap-4" onSubmit={ask}>
        <TextField
          label={t('maintenance.export.target')}
          hint={t('maintenance.export.targetHint')}
          figures
          maxLength={12}
          value={target}
          onChange={setTarget}
          inputRef={targetField}
          error={sayRule(shown.target)}
        />
        <TextField
          label={t('maintenance.export.passphrase')}
          hint={t('maintenance.export.passphraseHint')}
          type={isShown ? 'text' : 'password'}
          value={passphrase}
          onChange={setPassphrase}
          inputRef={passphraseField}
          error={sayRule(shown.passphrase)}
        />
        <TextField
          label={t('maintenance.export.again')}
          type={isShown ? 'text' : 'password'}
          value={again}
          onChange={setAgain}
          inputRef={againField}
          error={sayRule(shown.again)}
        />
        <Switch isSelected={isShown} onChange={setShown}>
          {t('maintenance.export.show')}
        </Switch>
        <p>
          {t('maintenance.export.fingerprint')}{' '}
          <span className="inline-block font-figures select-all">{own.value?.fingerprint}</span>
        </p>
        <ErrorNotice error={exportWork.error ?? own.error} />
        {made === undefined ? undefined : (
          <div ref={bringIntoView} className="scroll-my-24">
            <ExportedNotice made={made} />
          </div>
        )}
        <div>
          <Button type="submit" isBusy={exportWork.isBusy}>
            {t('maintenance.export.action')}
          </Button>
        </div>
      </Form>
      {isAsking ? (
        <QuestionDialog
          role="alertdialog"
          title={t('maintenance.export.ask.title', { target: target.trim().toUpperCase() })}
          onClose={() => setAsking(false)}
          action={t('maintenance.export.ask.action')}
          onAction={() => void submit()}
        >
          <p className="font-semibold">{t('maintenance.export.ask.count', { count, name })}</p>
          <p>{t('maintenance.export.ask.text')}</p>
        </QuestionDialog>
      ) : undefined}
    </Panel>
  )
}

interface ExportFields {
  readonly target: string
  readonly passphrase: string
  readonly again: string
  /** The id of this computer. */
  readonly installation: string
}

/** The rule that each faulty field breaks. A wrong target or passphrase would make a file that no computer can import. */
export function checkExport({
  target,
  passphrase,
  again,
  installation,
}: ExportFields): Partial<Record<'target' | 'passphrase' | 'again', string>> {
  const id = installationIdSchema.safeParse(target)
  return {
    ...(!id.success && { target: 'installation' }),
    ...(id.success && id.data === installation && { target: 'same-computer' }),
    ...(!filePassphraseSchema.safeParse(passphrase).success && { passphrase: 'file-passphrase-short' }),
    ...(passphrase !== again && { again: 'passphrase-differs' }),
  }
}

/** The panel can be longer than the window. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })

function ExportedNotice({ made }: { readonly made: ExportedWork }) {
  const { host, storage } = useSnapshot((snapshot) => snapshot)
  return (
    <Notice tone="good" title={t('maintenance.export.done', { count: made.jobs })}>
      <p>{t('maintenance.export.where', { folder: storage.folder, name: made.name })}</p>
      {made.left === 0 ? undefined : <p className="mt-1">{t('maintenance.export.left', { count: made.left })}</p>}
      {made.otherSettings === 0 ? undefined : (
        <p className="mt-1">{t('maintenance.export.otherSettings', { count: made.otherSettings })}</p>
      )}
      {host === 'loopback' ? (
        <div className="mt-2">
          <Button size="small" onPress={() => offerFile([readBytes(made.file)], made.name)}>
            {t('maintenance.export.download')}
          </Button>
        </div>
      ) : undefined}
    </Notice>
  )
}

import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { filePassphraseSchema, installationIdSchema, largestFile } from '../../../../shared/domain/maintenance.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { countOf, sumUnsent } from '../../routes.ts'
import { useActiveConnection, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/toggle.tsx'
import { NotAllowed, usePolicy } from '../policy/policy.tsx'
import { offerFile, readBase64 } from './file-text.ts'

type ExportedWork = Response<'maintenance.export-work'>

/** Exports the connection's unfinished work for another computer, to a file that only that computer can import. */
export function ExportPanel() {
  const { installation, counts } = useSnapshot((snapshot) => snapshot)
  const name = useActiveConnection()?.settings.name
  const policy = usePolicy()
  const [target, setTarget] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [made, setMade] = useState<ExportedWork>()
  const [isAsking, setAsking] = useState(false)
  const exportWork = useCall('maintenance.export-work')
  const isFilled = installationIdSchema.safeParse(target).success && filePassphraseSchema.safeParse(passphrase).success
  const count = sumUnsent(counts) + countOf('needs-you', counts)
  const submit = async () => {
    setAsking(false)
    const reply = await exportWork.run({ target, passphrase })
    if (!reply.ok) return
    setMade(reply.value)
    setTarget('')
    setPassphrase('')
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
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isFilled) setAsking(true)
        }}
      >
        <TextField
          label={t('maintenance.export.target')}
          hint={t('maintenance.export.targetHint')}
          figures
          maxLength={12}
          value={target}
          onChange={setTarget}
        />
        <TextField
          label={t('maintenance.export.passphrase')}
          hint={t('maintenance.export.passphraseHint')}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={setPassphrase}
        />
        <ErrorNotice error={exportWork.error} />
        {made === undefined ? undefined : <ExportedNotice made={made} />}
        <div>
          <Button type="submit" isDisabled={!isFilled || exportWork.isBusy}>
            {t('maintenance.export.action')}
          </Button>
        </div>
      </form>
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

function ExportedNotice({ made }: { readonly made: ExportedWork }) {
  const { host, storage } = useSnapshot((snapshot) => snapshot)
  return (
    <Notice tone="good" title={t('maintenance.export.done', { count: made.jobs })}>
      <p>{t('maintenance.export.where', { folder: storage.folder, name: made.name })}</p>
      {made.left === 0 ? undefined : <p className="mt-1">{t('maintenance.export.left', { count: made.left })}</p>}
      {host === 'loopback' ? (
        <div className="mt-2">
          <Button size="small" onPress={() => offerFile(made.file, made.name)}>
            {t('maintenance.export.download')}
          </Button>
        </div>
      ) : undefined}
    </Notice>
  )
}

/** Imports work that another computer exported, or the work in its backup. */
export function ImportPanel() {
  const { installation, connections } = useSnapshot((snapshot) => snapshot)
  const [file, setFile] = useState<File>()
  const [passphrase, setPassphrase] = useState('')
  const [sourceIsGone, setSourceIsGone] = useState(false)
  const [connectionId, setConnectionId] = useState<string>()
  const [done, setDone] = useState<Response<'maintenance.import-work'>>()
  const importWork = useCall('maintenance.import-work')
  const code = importWork.error?.code
  // Base 64 grows a file by a third.
  const isTooLarge = file !== undefined && file.size > (largestFile * 3) / 4
  const submit = async () => {
    if (file === undefined) return
    setDone(undefined)
    const wish = { file: await readBase64(file), passphrase, sourceIsGone }
    const reply = await importWork.run({ ...wish, ...(connectionId !== undefined && { connectionId }) })
    if (!reply.ok) return
    setDone(reply.value)
    setFile(undefined)
    setPassphrase('')
    setSourceIsGone(false)
  }
  return (
    <Panel title={t('maintenance.import.title')} note={t('maintenance.import.note', { installation })}>
      <form
        className="grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="flex flex-wrap items-center gap-3">
          <FileTrigger
            onSelect={(chosen) => {
              setFile(chosen?.[0])
              setDone(undefined)
              importWork.clear()
            }}
          >
            <Button>{t('maintenance.import.choose')}</Button>
          </FileTrigger>
          <span className="min-w-0 text-soft [overflow-wrap:anywhere]">
            {file === undefined ? t('maintenance.import.noFile') : file.name}
          </span>
        </div>
        {isTooLarge ? <Notice tone="warning">{t('maintenance.import.tooLarge')}</Notice> : undefined}
        <TextField
          label={t('maintenance.import.passphrase')}
          hint={t('maintenance.import.passphraseHint')}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={setPassphrase}
        />
        {code === 'source-must-be-gone' || sourceIsGone ? (
          <Switch isSelected={sourceIsGone} onChange={setSourceIsGone}>
            {t('maintenance.import.gone')}
          </Switch>
        ) : undefined}
        {code === 'several-connections' || connectionId !== undefined ? (
          <Select
            label={t('maintenance.import.connection')}
            choices={connections.map(({ settings }) => ({ id: settings.id, name: settings.name }))}
            value={connectionId}
            onChange={setConnectionId}
          />
        ) : undefined}
        <ErrorNotice error={importWork.error} />
        {done === undefined ? undefined : (
          <Notice tone="good">
            {t('maintenance.import.taken', { count: done.taken })}
            {done.known === 0 ? '' : ` ${t('maintenance.import.known', { count: done.known })}`}
          </Notice>
        )}
        <div>
          <Button type="submit" isDisabled={file === undefined || isTooLarge || passphrase === '' || importWork.isBusy}>
            {t('maintenance.import.action')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

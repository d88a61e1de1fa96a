import { useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useTranslation } from 'react-i18next'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { largestFile } from '../../../../shared/domain/keeping.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/toggle.tsx'
import { readBase64 } from './file-text.ts'

/** Imports work that another computer exported, or the work in its backup. */
export function TakeOverPanel() {
  const { t } = useTranslation()
  const { installation, connections } = useSnapshot((snapshot) => snapshot)
  const [file, setFile] = useState<File>()
  const [passphrase, setPassphrase] = useState('')
  const [sourceIsGone, setSourceIsGone] = useState(false)
  const [connectionId, setConnectionId] = useState<string>()
  const [done, setDone] = useState<Response<'keeping.take-over'>>()
  const takeOver = useCall('keeping.take-over')
  const code = takeOver.error?.code
  // Base 64 grows a file by a third.
  const isTooLarge = file !== undefined && file.size > (largestFile * 3) / 4
  const submit = async () => {
    if (file === undefined) return
    setDone(undefined)
    const wish = { file: await readBase64(file), passphrase, sourceIsGone }
    const reply = await takeOver.run({ ...wish, ...(connectionId !== undefined && { connectionId }) })
    if (!reply.ok) return
    setDone(reply.value)
    setFile(undefined)
    setPassphrase('')
    setSourceIsGone(false)
  }
  return (
    <Panel title={t('keeping.takeOver.title')} note={t('keeping.takeOver.note', { installation })}>
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
              takeOver.clear()
            }}
          >
            <Button>{t('keeping.takeOver.choose')}</Button>
          </FileTrigger>
          <span className="min-w-0 text-soft [overflow-wrap:anywhere]">
            {file === undefined ? t('keeping.takeOver.noFile') : file.name}
          </span>
        </div>
        {isTooLarge ? <Notice tone="warning">{t('keeping.takeOver.tooLarge')}</Notice> : undefined}
        <TextField
          label={t('keeping.takeOver.passphrase')}
          hint={t('keeping.takeOver.passphraseHint')}
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={setPassphrase}
        />
        {code === 'source-must-be-gone' || sourceIsGone ? (
          <Switch isSelected={sourceIsGone} onChange={setSourceIsGone}>
            {t('keeping.takeOver.gone')}
          </Switch>
        ) : undefined}
        {code === 'several-connections' || connectionId !== undefined ? (
          <Select
            label={t('keeping.takeOver.connection')}
            choices={connections.map(({ settings }) => ({ id: settings.id, name: settings.name }))}
            value={connectionId}
            onChange={setConnectionId}
          />
        ) : undefined}
        <ErrorNotice error={takeOver.error} />
        {done === undefined ? undefined : (
          <Notice tone="good">
            {t('keeping.takeOver.taken', { count: done.taken })}
            {done.known === 0 ? '' : ` ${t('keeping.takeOver.known', { count: done.known })}`}
          </Notice>
        )}
        <div>
          <Button type="submit" isDisabled={file === undefined || isTooLarge || passphrase === '' || takeOver.isBusy}>
            {t('keeping.takeOver.act')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

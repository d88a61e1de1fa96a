import { useRef, useState } from 'react'
import type { Request, Response } from '../../../../shared/bridge/contract.ts'
import { largestFile, ownPassphraseSchema, type IncomingJob } from '../../../../shared/domain/maintenance.ts'
import { joinWords, t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Identifier } from '../ticket/device-label.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Select } from '../../ui/select.tsx'
import { sayStateThere, StateChip } from '../../ui/state-chip.tsx'
import { focusAtOnce, TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/choices.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { readBase64 } from './file-text.ts'
import { FileButton, Form } from '../../ui/form.tsx'

type Shown = Response<'maintenance.read-work'> & { readonly wish: Request<'maintenance.read-work'> }

/** The name of one of the listed backups. Main reads the backup, so it may be larger than a chosen file. */
interface Listed {
  readonly name: string
}

/** Shows the jobs in another computer's file, and then imports exactly these jobs. `listed`: the backup that the panel begins with. */
export function ImportPanel({ listed }: { readonly listed?: Listed | undefined }) {
  const { installation, connections, storage } = useSnapshot((snapshot) => snapshot)
  const [file, setFile] = useState<File | Listed | undefined>(listed)
  const [passphrase, setPassphrase] = useState('')
  const [connectionId, setConnectionId] = useState<string>()
  const [shown, setShown] = useState<Shown>()
  const [done, setDone] = useState<Response<'maintenance.import-work'>>()
  /** The number of questions to the panel. Only the answer to the last one is shown. */
  const asked = useRef(0)
  const chooser = useRef<HTMLDivElement>(null)
  const read = useCall('maintenance.read-work')
  // `largestFile` limits the file in base 64, which is a third larger than the file itself.
  const isTooLarge = file instanceof File && file.size > (largestFile * 3) / 4
  const isFilled = file !== undefined && !isTooLarge && ownPassphraseSchema.safeParse(passphrase).success
  const show = async () => {
    if (file === undefined) return
    setDone(undefined)
    const given = { passphrase, ...(connectionId !== undefined && { connectionId }) }
    const readChosen = async () => (file instanceof File ? { file: await readBase64(file) } : { name: file.name })
    const wish = readChosen().then((chosen) => ({ ...chosen, ...given }))
    const mine = (asked.current += 1)
    const reply = await read.run(wish)
    if (mine !== asked.current) return
    setShown(reply.ok ? { ...reply.value, wish: await wish } : undefined)
  }
  /** Hides the jobs, because they answer another question, and ignores an answer that is still to come. */
  const hide = () => {
    asked.current += 1
    setShown(undefined)
  }
  const finish = (imported: Response<'maintenance.import-work'>) => {
    setDone(imported)
    setShown(undefined)
    setFile(undefined)
    setPassphrase('')
    // The pressed button is gone, so the file button gets the focus.
    chooser.current?.querySelector('button')?.focus()
  }
  return (
    <Panel title={t('maintenance.import.title')} note={t('maintenance.import.note', { installation })}>
      <Form className="grid max-w-xl gap-4" onSubmit={() => (isFilled ? show() : undefined)}>
        <div ref={chooser} className="flex flex-wrap items-center gap-3">
          <FileButton
            onFile={(chosen) => {
              setFile(chosen)
              setDone(undefined)
              hide()
              read.clear()
            }}
          >
            {t('maintenance.import.choose')}
          </FileButton>
          <span className="min-w-0 text-soft [overflow-wrap:anywhere]">
            {file === undefined ? t('maintenance.import.noFile') : file.name}
          </span>
        </div>
        {isTooLarge ? (
          <Notice tone="warning">{t('maintenance.import.tooLarge', { folder: storage.folder })}</Notice>
        ) : undefined}
        <TextField
          label={t('maintenance.import.passphrase')}
          hint={t('maintenance.import.passphraseHint')}
          type="password"
          value={passphrase}
          {...(listed && { inputRef: focusAtOnce })}
          onChange={(typed) => {
            setPassphrase(typed)
            hide()
          }}
        />
        {read.error?.code === 'several-connections' || connectionId !== undefined ? (
          <Select
            label={t('maintenance.import.connection')}
            choices={connections.map(({ settings }) => ({ id: settings.id, name: settings.name }))}
            value={connectionId}
            onChange={(chosen) => {
              setConnectionId(chosen)
              hide()
            }}
          />
        ) : undefined}
        <ErrorNotice error={read.error} />
        {done === undefined ? undefined : (
          <Notice tone="good">
            {t('maintenance.import.taken', { count: done.taken })}
            {done.known === 0 ? '' : ` ${t('maintenance.import.known', { count: done.known })}`}
            {done.taken === 0 ? '' : ` ${t('maintenance.import.locked')}`}
          </Notice>
        )}
        <div>
          <Button type="submit" isDisabled={!isFilled || read.isBusy}>
            {t('maintenance.import.show')}
          </Button>
        </div>
      </Form>
      {shown === undefined ? undefined : (
        <ShownWork
          key={shown.digest + shown.sender}
          shown={shown}
          onImported={finish}
          onForgotten={() => void show()}
        />
      )}
    </Panel>
  )
}

interface ShownWorkProps {
  readonly shown: Shown
  readonly onImported: (imported: Response<'maintenance.import-work'>) => void
  readonly onForgotten: () => void
}

function ShownWork({ shown, onImported, onForgotten }: ShownWorkProps) {
  const { digest, source, kind, exportedTo, isChecked, sender, fingerprint, jobs, wish } = shown
  const isOwn = exportedTo !== undefined
  // A backup of this computer from before its passphrase was changed.
  const installation = useSnapshot((snapshot) => snapshot.installation)
  const isOfHere = kind === 'backup' && source === installation
  const [sourceIsGone, setSourceIsGone] = useState(false)
  const [isNowhereElse, setNowhereElse] = useState(false)
  const [evenIfUnchecked, setEvenIfUnchecked] = useState(false)
  const [acceptsSender, setAcceptsSender] = useState(false)
  const importWork = useCall('maintenance.import-work')
  const forget = useCall('maintenance.forget-sender')
  const isNew = sender === 'new' && fingerprint !== undefined
  const isConfirmed =
    sender !== 'other' &&
    (kind === 'transfer' || isOfHere || sourceIsGone) &&
    (!isOwn || isNowhereElse) &&
    (isChecked || evenIfUnchecked) &&
    (!isNew || acceptsSender)
  const count = jobs.filter(({ isKnown }) => !isKnown).length
  const submit = async () => {
    const reply = await importWork.run({ ...wish, digest, sourceIsGone, isNowhereElse, evenIfUnchecked, acceptsSender })
    if (reply.ok) onImported(reply.value)
  }
  return (
    <div className="mt-5 grid gap-4">
      <p className="font-semibold">
        {isOwn
          ? t('maintenance.import.exportedTo', { count: jobs.length, target: exportedTo })
          : t('maintenance.import.from', { count: jobs.length, source })}
      </p>
      <p>{isOwn ? t('maintenance.import.lookBack') : t('maintenance.import.look')}</p>
      <VirtualRows
        label={t('maintenance.import.list')}
        rows={jobs.map((job, index) => ({ id: index, says: nameOf(job), job }))}
      >
        {({ job }) => <IncomingRow job={job} />}
      </VirtualRows>
      {fingerprint === undefined || isOwn ? undefined : (
        <p>
          {t('maintenance.import.fingerprint')}{' '}
          <span className="inline-block font-figures select-all">{fingerprint}</span>
        </p>
      )}
      {isNew ? (
        <Switch isSelected={acceptsSender} onChange={setAcceptsSender}>
          {t(`maintenance.import.accepts.${kind}`)}
        </Switch>
      ) : undefined}
      {sender === 'other' ? (
        <Notice
          tone="bad"
          title={t('maintenance.import.other.title')}
          actions={
            <Button
              size="small"
              isDisabled={forget.isBusy}
              onPress={() =>
                void forget.run({ installation: source }).then(({ ok }) => (ok ? onForgotten() : undefined))
              }
            >
              {t('maintenance.import.other.action')}
            </Button>
          }
        >
          {t('maintenance.import.other.text')}
        </Notice>
      ) : undefined}
      {isChecked ? undefined : <Notice tone="warning">{t(`maintenance.import.unchecked.${kind}`)}</Notice>}
      {isChecked ? undefined : (
        <Switch isSelected={evenIfUnchecked} onChange={setEvenIfUnchecked}>
          {t('maintenance.import.evenIfUnchecked')}
        </Switch>
      )}
      {kind === 'backup' && !isOfHere ? (
        <Switch isSelected={sourceIsGone} onChange={setSourceIsGone}>
          {t('maintenance.import.gone')}
        </Switch>
      ) : undefined}
      {isOwn ? (
        <Switch isSelected={isNowhereElse} onChange={setNowhereElse}>
          {t('maintenance.import.nowhereElse')}
        </Switch>
      ) : undefined}
      <ErrorNotice error={importWork.error ?? forget.error} />
      <div>
        <Button
          variant="primary"
          isDisabled={!isConfirmed || count === 0 || importWork.isBusy}
          onPress={() => void submit()}
        >
          {isOwn ? t('maintenance.import.takeBack', { count }) : t('maintenance.import.action', { count })}
        </Button>
      </div>
    </div>
  )
}

const nameOf = ({ customerName, userid, customermappingid, hostname, id }: IncomingJob): string =>
  customerName ?? userid ?? customermappingid ?? hostname ?? id

function IncomingRow({ job }: { readonly job: IncomingJob }) {
  const { kind, product, box, userid, customermappingid, hostname, sent, isKnown, state } = job
  const details = [userid, customermappingid, hostname, product].filter((one) => one !== nameOf(job))
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{joinWords([t(`queue.kinds.${kind}`), nameOf(job)])}</p>
        <p className="text-small text-soft">{joinWords(details)}</p>
        <p className="text-small text-soft">
          {box === undefined ? undefined : (
            <>
              <Identifier identifier={box} /> ·{' '}
            </>
          )}
          {isKnown
            ? t('maintenance.import.isKnown')
            : sent === 0
              ? t('maintenance.import.unsent')
              : t('maintenance.import.sent', { count: sent })}
        </p>
      </div>
      <StateChip state={state} word={sayStateThere(state)} />
    </div>
  )
}

import { Download, FileInput } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useTranslation } from 'react-i18next'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { largestConnectionFile } from '../../../../shared/domain/connection/connection-file.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { offerFile, readBase64 } from '../keeping/file-text.ts'
import { FiledChanges } from './filed-changes.tsx'
import { nameOfField } from './name-of-field.ts'

/** A file that was chosen, and what Setdesk made of it. */
interface Looked {
  readonly file: string
  readonly text: string
  readonly seen: Response<'connection.read-file'> | 'too-large'
}

/** All settings of all connections as one file: written here, or taken in after a look at what it would change. */
export function ConnectionFilePanel({ onTaken }: { readonly onTaken?: () => void }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const hasAny = useSnapshot(({ connections }) => connections.some(({ settings }) => settings.kind === 'platform'))
  const isFirst = onTaken !== undefined
  const reasonId = useId()
  const [written, setWritten] = useState<Response<'connection.write-file'>>()
  const [looked, setLooked] = useState<Looked>()
  const write = useCall('connection.write-file')
  const read = useCall('connection.read-file')
  const take = useCall('connection.take-file')

  const save = async () => {
    const reply = await write.run({})
    if (!reply.ok) return
    setWritten(reply.value)
  }
  const look = async (file: File) => {
    take.clear()
    if (file.size > largestConnectionFile) return setLooked({ file: file.name, text: '', seen: 'too-large' })
    const text = await file.text()
    const reply = await read.run({ text })
    setLooked(reply.ok ? { file: file.name, text, seen: reply.value } : undefined)
  }
  const accept = async (text: string, stamp: string) => {
    const reply = await take.run({ text, stamp })
    if (!reply.ok) {
      // It is shown as it would be now.
      const again = await read.run({ text })
      if (again.ok && looked !== undefined) setLooked({ ...looked, seen: again.value })
      return
    }
    setLooked(undefined)
    view.say(t('connectionFile.taken', reply.value))
    onTaken?.()
  }
  return (
    <Panel
      title={t(isFirst ? 'connectionFile.first' : 'connectionFile.title')}
      note={t(isFirst ? 'connectionFile.firstNote' : 'connectionFile.note')}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          {isFirst ? undefined : (
            <Button
              isDisabled={!hasAny || write.isBusy}
              {...(hasAny ? {} : { 'aria-describedby': reasonId })}
              onPress={() => void save()}
            >
              <Download aria-hidden size="1rem" />
              {t('connectionFile.write')}
            </Button>
          )}
          <FileTrigger
            acceptedFileTypes={['.json', 'application/json']}
            onSelect={(chosen) => {
              const file = chosen?.[0]
              if (file !== undefined) void look(file)
            }}
          >
            <Button isDisabled={read.isBusy}>
              <FileInput aria-hidden size="1rem" />
              {t('connectionFile.take')}
            </Button>
          </FileTrigger>
        </div>
        {hasAny || isFirst ? undefined : (
          <p id={reasonId} className="text-small text-soft">
            {t('connectionFile.nothingToWrite')}
          </p>
        )}
        {written === undefined ? undefined : <Written file={written} />}
        <ErrorNotice error={write.error ?? read.error ?? take.error} />
        {looked === undefined ? undefined : (
          <LookedAt
            key={looked.file}
            looked={looked}
            isBusy={take.isBusy}
            onAccept={(stamp) => void accept(looked.text, stamp)}
            onLeave={() => {
              setLooked(undefined)
              take.clear()
            }}
          />
        )}
      </div>
    </Panel>
  )
}

/** Where the file lies; a browser can also save it where a person likes. */
function Written({ file: { name, folder, text } }: { readonly file: Response<'connection.write-file'> }) {
  const { t } = useTranslation()
  const isInBrowser = useSnapshot(({ host }) => host === 'loopback')
  const save = async () => {
    offerFile(await readBase64(new Blob([text])), name)
  }
  return (
    <Notice
      tone="good"
      title={t('connectionFile.written')}
      acts={
        isInBrowser ? (
          <Button
            size="small"
            onPress={() => {
              void save()
            }}
          >
            {t('connectionFile.download')}
          </Button>
        ) : undefined
      }
    >
      {t('connectionFile.where', { name, folder })}
    </Notice>
  )
}

function LookedAt(props: {
  readonly looked: Looked
  readonly isBusy: boolean
  readonly onAccept: (stamp: string) => void
  readonly onLeave: () => void
}) {
  const { t } = useTranslation()
  const { file, seen } = props.looked
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (seen === 'too-large') return <Notice tone="bad">{t('connectionFile.large')}</Notice>
  if (!seen.ok)
    return (
      <Notice tone="bad" title={t('connectionFile.refused')}>
        <p>{t(`connectionFile.problems.${seen.problem}`)}</p>
        {seen.field === undefined ? undefined : (
          <p className="mt-1 text-small">
            {t('connectionFile.at', { connection: seen.connection ?? '', field: nameOfField(t, seen.field) })}
          </p>
        )}
      </Notice>
    )
  const isSame = seen.connections.every(({ is }) => is === 'same')
  return (
    <section
      ref={place}
      aria-label={t('connectionFile.look', { file })}
      className="grid scroll-my-5 gap-4 border-t border-line pt-4"
    >
      <h3 className="font-semibold [overflow-wrap:anywhere]">{t('connectionFile.look', { file })}</h3>
      {isSame ? <Notice tone="info">{t('connectionFile.nothing')}</Notice> : undefined}
      {seen.connections.map((connection) => (
        <FiledChanges key={connection.id} connection={connection} />
      ))}
      <div className="-mx-5 -mb-5 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3 roomy:sticky roomy:bottom-0">
        {isSame ? undefined : (
          <Button
            variant="primary"
            isDisabled={props.isBusy}
            onPress={() => {
              props.onAccept(seen.stamp)
            }}
          >
            {t('connectionFile.accept')}
          </Button>
        )}
        <Button onPress={props.onLeave}>{t(isSame ? 'ui.close' : 'connectionFile.leave')}</Button>
      </div>
    </section>
  )
}

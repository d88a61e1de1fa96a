import { Download, FileInput, Minus, Pencil, Plus, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { Request, Response } from '../../../../shared/bridge/contract.ts'
import {
  connectionFileEnding,
  largestConnectionFile,
  type SettingChange,
} from '../../../../shared/domain/connection/connection-file.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { sayWhere } from '../maintenance/keep-csv.tsx'
import { offerFile } from '../maintenance/file-text.ts'
import type { FiledChange } from '../../../../shared/bridge/connection-channels.ts'
import { clsx } from 'clsx'
import { sayChoice, sayIfKnown, saySetting } from './setting-field.tsx'
import { FiledPolicyPart } from '../policy/policy-page.tsx'
import { saySeparator } from '../console/field-mapping/separators.ts'

const looks: Readonly<Record<SettingChange['change'], { readonly icon: LucideIcon; readonly look: string }>> = {
  added: { icon: Plus, look: 'text-done' },
  changed: { icon: Pencil, look: 'text-saved' },
  removed: { icon: Minus, look: 'text-refused' },
}

type FileRequest = Request<'connection.read-file'>

interface Preview {
  readonly file: string
  readonly text: string
  readonly reading: Response<'connection.read-file'> | 'too-large'
}

/** Exports all settings of all connections to one file, or imports such a file after showing what it would change. */
export function ConnectionFilePanel({ onTaken }: { readonly onTaken?: () => void }) {
  const { view, bridge } = useServices()
  const opened = useSnapshot(({ openedFile }) => openedFile)
  const hasAny = useSnapshot(({ connections }) => connections.some(({ settings }) => settings.kind === 'platform'))
  const isFirst = onTaken !== undefined
  const reasonId = useId()
  const [written, setWritten] = useState<Response<'connection.write-file'>>()
  const [preview, setPreview] = useState<Preview>()
  const buttons = useRef<HTMLDivElement>(null)
  const write = useCall('connection.write-file')
  const read = useCall('connection.read-file')
  const take = useCall('connection.take-file')

  const save = async () => {
    const reply = await write.run({})
    if (reply.ok) setWritten(reply.value)
  }
  /** `request` is undefined if the file is too large. */
  const show = async (file: string, request: FileRequest | Promise<FileRequest> | undefined) => {
    take.clear()
    if (request === undefined) return setPreview({ file, text: '', reading: 'too-large' })
    const reply = await read.run(request)
    setPreview(reply.ok ? { file, ...(await request), reading: reply.value } : undefined)
  }
  const look = async (file: File) => {
    const request = file.size > largestConnectionFile ? undefined : file.text().then((text) => ({ text }))
    await show(file.name, request)
  }
  const showOpened = useEffectEvent(async () => {
    const reply = await bridge.call('app.opened-file', {})
    if (!reply.ok) return
    const { name, text } = reply.value
    await show(name, text === undefined ? undefined : { text })
    await bridge.call('app.forget-file', { name })
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it is set once main has answered
    if (opened !== undefined) void showOpened()
  }, [opened])
  /** Closes the preview. Its buttons disappear, so the focus returns to the button that chose the file. */
  const close = () => {
    setPreview(undefined)
    const all = buttons.current?.querySelectorAll('button') ?? []
    all[all.length - 1]?.focus()
  }
  const accept = async (shown: Preview, stamp: string, fingerprint?: string) => {
    const { text } = shown
    const reply = await take.run({ text, stamp, ...(fingerprint && { fingerprint }) })
    if (!reply.ok) {
      // The settings may have changed since the preview, so a new preview is shown.
      const again = await read.run({ text })
      if (again.ok) setPreview({ ...shown, reading: again.value })
      return
    }
    close()
    const { added, changed } = reply.value
    view.say(added + changed === 0 ? t('connectionFile.policyTaken') : t('connectionFile.taken', { added, changed }))
    onTaken?.()
  }
  return (
    <Panel
      title={t(isFirst ? 'connectionFile.first' : 'connectionFile.title')}
      note={t(isFirst ? 'connectionFile.firstNote' : 'connectionFile.note')}
    >
      <div className="grid gap-4">
        <div ref={buttons} className="flex flex-wrap gap-2">
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
          <FileButton
            types={[connectionFileEnding, '.json', 'application/json']}
            isDisabled={read.isBusy}
            onFile={(file) => void look(file)}
          >
            <FileInput aria-hidden size="1rem" />
            {t('connectionFile.take')}
          </FileButton>
        </div>
        {hasAny || isFirst ? undefined : (
          <p id={reasonId} className="text-small text-soft">
            {t('connectionFile.nothingToWrite')}
          </p>
        )}
        {written === undefined ? undefined : <Written file={written} />}
        <ErrorNotice error={write.error ?? read.error ?? take.error} />
        {preview === undefined ? undefined : (
          <PreviewPart
            key={`${preview.file} ${fingerprintOf(preview)}`}
            preview={preview}
            isBusy={take.isBusy}
            onAccept={(stamp, fingerprint) => void accept(preview, stamp, fingerprint)}
            onLeave={() => {
              close()
              take.clear()
            }}
          />
        )}
      </div>
    </Panel>
  )
}

/** The operator's key in a file. Another key has to be trusted anew. */
const fingerprintOf = ({ reading }: Preview): string =>
  reading !== 'too-large' && reading.ok ? (reading.policy?.fingerprint ?? '') : ''

function Written({ file: { name, folder, text } }: { readonly file: Response<'connection.write-file'> }) {
  const isInBrowser = useSnapshot(({ host }) => host === 'loopback')
  return (
    <Notice
      tone="good"
      title={t('connectionFile.written')}
      actions={
        isInBrowser ? (
          <Button size="small" onPress={() => offerFile([text], name)}>
            {t('connectionFile.download')}
          </Button>
        ) : undefined
      }
    >
      {sayWhere({ name, folder })}
    </Notice>
  )
}

function PreviewPart(props: {
  readonly preview: Preview
  readonly isBusy: boolean
  /** Imports the file. `fingerprint`: the fingerprint of the operator's key. Absent if the file has no policy. */
  readonly onAccept: (stamp: string, fingerprint?: string) => void
  readonly onLeave: () => void
}) {
  const { file, reading } = props.preview
  const place = useRef<HTMLElement>(null)
  const [isTrusted, setTrusted] = useState(false)
  useEffect(() => {
    // The braces discard the return value, because a browser may return a promise, which React would call as a clean-up function.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (reading === 'too-large') return <Notice tone="bad">{t('connectionFile.large')}</Notice>
  if (!reading.ok)
    return (
      <Notice tone="bad" title={t('connectionFile.refused')}>
        <p>{t(`connectionFile.problems.${reading.problem}`)}</p>
        {reading.field === undefined ? undefined : (
          <p className="mt-1 text-small">
            {t('connectionFile.at', { connection: reading.connection ?? '', field: saySetting(reading.field) })}
          </p>
        )}
      </Notice>
    )
  const { policy } = reading
  const isSame = reading.connections.every(({ is }) => is === 'same') && (policy?.is ?? 'same') === 'same'
  const isUntrusted = policy?.is === 'first' && !isTrusted
  return (
    <section
      ref={place}
      aria-label={t('connectionFile.look', { file })}
      className="grid scroll-my-5 gap-4 border-t border-line pt-4"
    >
      <h3 className="font-semibold [overflow-wrap:anywhere]">{t('connectionFile.look', { file })}</h3>
      {isSame ? <Notice tone="info">{t('connectionFile.nothing')}</Notice> : undefined}
      {policy === undefined ? undefined : (
        <FiledPolicyPart policy={policy} isTrusted={isTrusted} onTrust={setTrusted} />
      )}
      {reading.connections.map((connection) => (
        <FiledChanges key={connection.id} connection={connection} />
      ))}
      <div className="-mx-5 -mb-5 flex flex-wrap gap-2 border-t border-line bg-surface px-5 py-3 roomy:sticky roomy:bottom-0">
        {isSame ? undefined : (
          <Button
            variant="primary"
            isDisabled={props.isBusy || isUntrusted}
            onPress={() => props.onAccept(reading.stamp, policy?.fingerprint)}
          >
            {t('connectionFile.accept')}
          </Button>
        )}
        <Button onPress={props.onLeave}>{t(isSame ? 'ui.close' : 'connectionFile.leave')}</Button>
      </div>
    </section>
  )
}

export function FiledChanges({ connection }: { readonly connection: FiledChange }) {
  const id = useId()
  const { name, is, changes, leavesToken, leavesProxyLogIn, unknown } = connection
  return (
    <div className="overflow-clip rounded-normal border border-line" data-connection={is}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 bg-sunken px-4 py-2">
        <h4 id={id} className="font-semibold [overflow-wrap:anywhere]">
          {name}
        </h4>
        <span className="text-small text-soft">{t(`connectionFile.is.${is}`)}</span>
      </div>
      {leavesToken || leavesProxyLogIn ? (
        <div className="grid gap-2 px-4 pt-3 pb-1">
          {leavesToken ? <Notice tone="warning">{t('connectionFile.leavesToken', { name })}</Notice> : undefined}
          {leavesProxyLogIn ? <Notice tone="warning">{t('connectionFile.leavesProxyLogIn')}</Notice> : undefined}
        </div>
      ) : undefined}
      {changes.length === 0 ? undefined : <Changes labelledBy={id} changes={changes} />}
      {is === 'new' ? <p className="px-4 py-2 text-small text-soft">{t('connectionFile.needsToken')}</p> : undefined}
      {unknown.length === 0 ? undefined : (
        <p className="px-4 py-2 text-small text-soft">{t('connectionFile.unknown', { names: unknown.join(', ') })}</p>
      )}
    </div>
  )
}

function Changes(props: { readonly labelledBy: string; readonly changes: readonly SettingChange[] }) {
  return (
    <ul aria-labelledby={props.labelledBy} className="divide-y divide-line">
      {props.changes.map((change) => {
        const { icon: Icon, look } = looks[change.change]
        return (
          <li
            key={`${change.field} ${change.item ?? ''} ${change.part ?? ''}`}
            className="grid items-baseline gap-x-4 gap-y-0.5 px-4 py-2 wide:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1.4fr)]"
          >
            <span className={clsx('flex items-center gap-1.5 text-small font-semibold', look)}>
              <Icon aria-hidden size="0.875rem" />
              {t(`connectionFile.changes.${change.change}`)}
            </span>
            <span className="[overflow-wrap:anywhere]">{sayWhat(change)}</span>
            <Values change={change} />
          </li>
        )
      })}
    </ul>
  )
}

function Values({ change: changed }: { readonly change: SettingChange }) {
  const { before, after, change } = changed
  return (
    <span className="font-figures text-small [overflow-wrap:anywhere] whitespace-pre-line">
      {change === 'added' ? undefined : (
        <>
          <span className="sr-only">{t('connectionFile.columns.now')}: </span>
          <del className="text-soft">{sayValue(changed, before)}</del>
        </>
      )}
      {change === 'changed' ? <span aria-hidden> → </span> : undefined}
      {change === 'removed' ? undefined : (
        <>
          <span className="sr-only">{t('connectionFile.columns.then')}: </span>
          <ins className="text-ink no-underline">{sayValue(changed, after)}</ins>
        </>
      )}
    </span>
  )
}

/** Says what a change is about, such as `Products: 12, Name`. The item is left out if the item is itself the value that changes. */
function sayWhat({ field, item, part, before, after }: SettingChange): string {
  const isOwnName = item === undefined || item === before || item === after
  const what = isOwnName ? saySetting(field) : `${saySetting(field)}: ${sayItem(field, item)}`
  return part === undefined ? what : `${what}, ${sayPart(field, part)}`
}

/** A separator is shown by name, because some separators are invisible. */
function sayValue({ field, item }: SettingChange, value: SettingChange['before']): string {
  if (typeof value === 'boolean') return t(value ? 'connectionFile.on' : 'connectionFile.off')
  const text = String(value ?? '')
  if (field !== 'textLayout') return item === text ? sayItem(field, text) : sayChoice(field, text)
  if (item === 'form') return sayIfKnown(`console.text.forms.${text}.name`) ?? text
  return item === 'columns' ? text : saySeparator(text)
}

/** For each setting that has items, the path of the items' names in the locale file. */
const namesOfItems: Readonly<Record<string, string>> = {
  defaults: 'settings.customerFields',
  creationDefaults: 'activation.options',
  creationQuestions: 'activation.options',
  fieldNames: 'console.fields',
  textLayout: 'console.text',
}

const sayItem = (field: string, item: string): string => sayIfKnown(`${namesOfItems[field] ?? ''}.${item}`) ?? item

const sayPart = (field: string, part: string): string =>
  part === 'order' ? t('connectionFile.order') : (sayIfKnown(`settings.fields.${field}.columns.${part}`) ?? part)

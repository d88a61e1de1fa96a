import { useState } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, NotAllowed, useCall } from '../../bridge/use-call.tsx'
import { messageShownMs, useActiveConnection, useServices, useSnapshot, usePolicy } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { focusAtOnce, TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/choices.tsx'
import { useRead } from '../../state/use-read.ts'
import { succeed } from '../../../../shared/result.ts'
import { sayWhere } from './keep-csv.tsx'
import { offerFile } from './file-text.ts'
import type { Bridge, Reply } from '../../../../shared/bridge/bridge.ts'
import type { ErasureReport } from '../../../../shared/domain/maintenance.ts'
import { formatExactly } from '../../ui/format-time.ts'

export function MaintenancePage() {
  return (
    <>
      <LostLaptopPanel />
      <RecordsPanel />
      <DiagnosticsPanel />
      <EraseEverythingPanel />
    </>
  )
}

const lostSteps = ['revoke', 'passphrase', 'report', 'transfer', 'again'] as const

/** The text depends on how this computer protects its key. */
function LostLaptopPanel() {
  const protection = useSnapshot(({ vault }) => vault.protection)
  const has = protection === 'passphrase' || protection === 'system' ? protection : 'weak'
  return (
    <Panel title={t('maintenance.lost.title')} note={t('maintenance.lost.note')}>
      <ol className="grid max-w-2xl list-decimal gap-2 ps-5">
        {lostSteps.map((step) => (
          <li key={step}>{t(`maintenance.lost.steps.${step}`)}</li>
        ))}
      </ol>
      <p className="mt-4 max-w-2xl font-semibold">{t('maintenance.lost.has')}</p>
      <p className="mt-1 max-w-2xl">{t(`maintenance.lost.protections.${has}`)}</p>
      <p className="mt-1 max-w-2xl">{t('maintenance.lost.readable')}</p>
    </Panel>
  )
}

/** Checks whether another program has changed job records, and exports a signed file with all events. */
function RecordsPanel() {
  const policy = usePolicy()
  const name = useActiveConnection()?.settings.name
  const own = useRead('maintenance.fingerprint', {})
  const check = useCall('maintenance.check-records')
  const exporting = useCall('activity.export-trail')
  const [found, setFound] = useState<Response<'maintenance.check-records'>>()
  const [saved, setSaved] = useState<string>()
  const look = async () => {
    setFound(undefined)
    const reply = await check.run({})
    setFound(reply.ok ? reply.value : undefined)
  }
  const save = async () => {
    setSaved(undefined)
    const reply = await exporting.run({})
    if (!reply.ok) return
    if (reply.value.folder === undefined) offerFile([reply.value.text], reply.value.name)
    setSaved(sayWhere(reply.value))
  }
  return (
    <Panel title={t('maintenance.records.title')} note={t('maintenance.records.note')}>
      <div className="grid gap-4">
        {found === undefined ? undefined : <FoundNotice found={found} />}
        <ErrorNotice error={check.error ?? exporting.error ?? own.error} />
        {saved === undefined ? undefined : <Notice tone="good">{saved}</Notice>}
        {name === undefined ? undefined : <p>{t('maintenance.records.trail', { name })}</p>}
        <p>
          {t('maintenance.records.fingerprint')}{' '}
          <span className="inline-block font-figures select-all">{own.value?.fingerprint}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={check.isBusy} onPress={() => void look()}>
            {t('maintenance.records.check')}
          </Button>
          <Button isDisabled={exporting.isBusy || !policy.export} onPress={() => void save()}>
            {t('maintenance.records.save')}
          </Button>
        </div>
        {policy.export ? undefined : <NotAllowed field="export" />}
      </div>
    </Panel>
  )
}

function FoundNotice({
  found: { checked, changed, removed },
}: {
  readonly found: Response<'maintenance.check-records'>
}) {
  if (changed.length + removed === 0)
    return <Notice tone="good">{t('maintenance.records.sound', { count: checked })}</Notice>
  return <Notice tone="warning">{t('maintenance.records.found', { changed: changed.length, removed })}</Notice>
}

/** Shows the diagnostics in full before they are exported. */
function DiagnosticsPanel() {
  const { bridge } = useServices()
  const read = useCall('maintenance.diagnostics')
  const [shown, setShown] = useState<Response<'maintenance.diagnostics'>>()
  const [saved, setSaved] = useState<string>()
  const [error, setError] = useState<BridgeError>()
  const show = async () => {
    const reply = await read.run({})
    setSaved(undefined)
    setError(undefined)
    setShown(reply.ok ? reply.value : undefined)
  }
  const save = async ({ name, text }: Response<'maintenance.diagnostics'>) => {
    const reply = await saveText(bridge, name, text)
    setSaved(reply.ok ? reply.value : undefined)
    setError(reply.ok ? undefined : reply.error)
  }
  return (
    <Panel title={t('maintenance.diagnostics.title')} note={t('maintenance.diagnostics.note')}>
      <div className="grid gap-4">
        {shown === undefined ? undefined : (
          <pre className="rounded-normal border border-line bg-sunken p-3 font-figures text-small whitespace-pre-wrap select-text">
            {shown.text}
          </pre>
        )}
        <ErrorNotice error={read.error ?? error} />
        {saved === undefined ? undefined : <Notice tone="good">{saved}</Notice>}
        <div className="flex flex-wrap gap-2">
          <Button isBusy={read.isBusy} onPress={() => void show()}>
            {t('maintenance.diagnostics.show')}
          </Button>
          {shown === undefined ? undefined : (
            <Button variant="primary" onPress={() => void save(shown)}>
              {t('maintenance.diagnostics.save')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

/** Erases everything after a typed confirmation. Then restarts, or reloads the page, because the page still contains the erased data. */
function EraseEverythingPanel() {
  const { bridge, view } = useServices()
  const { connections, host } = useSnapshot((snapshot) => snapshot)
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [savesReport, setSavesReport] = useState(true)
  const erase = useCall('maintenance.erase-everything')
  const words = t('maintenance.erase.words')
  const { value: unfinished } = useRead('maintenance.count-unfinished', isAsking ? {} : undefined)
  const close = () => {
    setAsking(false)
    setTyped('')
    erase.clear()
  }
  const carryOut = async () => {
    const reply = await erase.run({ confirm: 'erase everything' })
    if (!reply.ok) return
    const { name, text } = writeReport(reply.value)
    const saved = savesReport ? await saveText(bridge, name, text) : undefined
    const failed = reply.value.failed.length
    view.say(saved?.ok === true ? saved.value : t('maintenance.erase.done'))
    if (failed > 0) {
      view.say(t('maintenance.report.failed', { count: failed }))
      // The page goes away with this message, so the technician first gets the time to read it.
      await new Promise((resolve) => setTimeout(resolve, messageShownMs))
    }
    const isRestarting = host === 'electron' && (await bridge.call('app.restart', {})).ok
    if (!isRestarting) window.location.reload()
  }
  return (
    <Panel title={t('maintenance.erase.title')} note={t('maintenance.erase.note')}>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {t('maintenance.erase.action')}
      </Button>
      {isAsking ? (
        <QuestionDialog
          role="alertdialog"
          title={t('maintenance.erase.sure')}
          onClose={close}
          variant="danger"
          action={t('maintenance.erase.yes')}
          onAction={() => void carryOut()}
          isDisabled={erase.isBusy || typed.trim().toLowerCase() !== words}
        >
          <p>{t('maintenance.erase.text')}</p>
          {unfinished === undefined || unfinished.jobs === 0 ? undefined : (
            <p className="font-semibold">
              {t('maintenance.erase.unfinished', {
                count: unfinished.jobs,
                name: sayConnections(unfinished.connectionIds, connections),
              })}
            </p>
          )}
          <TextField
            label={t('maintenance.erase.type', { words })}
            value={typed}
            onChange={setTyped}
            inputRef={focusAtOnce}
          />
          <Switch isSelected={savesReport} onChange={setSavesReport}>
            {t('maintenance.report.save')}
          </Switch>
          <ErrorNotice error={erase.error} />
        </QuestionDialog>
      ) : undefined}
    </Panel>
  )
}

/** The name of a single connection, or the number of several. */
function sayConnections(ids: readonly string[], connections: readonly ConnectionView[]): string {
  const only = ids.length === 1 ? connections.find(({ settings }) => settings.id === ids[0]) : undefined
  return only?.settings.name ?? t('maintenance.erase.connections', { count: ids.length })
}

/** Saves a text as a file in the folder of exported files, or as a browser download. Returns a sentence that says where the file is. */
export async function saveText(bridge: Bridge, name: string, text: string): Promise<Reply<string>> {
  const reply = await bridge.call('maintenance.save-text', { name, text })
  if (!reply.ok) return reply
  const { folder } = reply.value
  if (folder === undefined) offerFile([text], name)
  return succeed(sayWhere({ name, folder }))
}

export function writeReport(report: ErasureReport): { readonly name: string; readonly text: string } {
  const { of, name = '', at, by, jobs, files, failed, left } = report
  const stamp = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const lines = [
    of === 'everything' ? t('maintenance.report.everything') : t('maintenance.report.connection', { name }),
    t('maintenance.report.when', { when: `${formatExactly(at)} (${new Date(at).toISOString()})` }),
    t('maintenance.report.by', { by: by || t('activity.nobody') }),
    t('maintenance.report.jobs', { count: jobs }),
    t('maintenance.report.files', { count: files.length }),
    ...files.map((path) => `  ${path}`),
    t('maintenance.report.failed', { count: failed.length }),
    ...failed.map(({ path, code }) => `  ${path} (${code})`),
    t('maintenance.report.left', { count: left.length }),
    ...left.map((path) => `  ${path}`),
  ]
  return { name: `erasure-${stamp}.txt`, text: `${lines.join('\n')}\n` }
}

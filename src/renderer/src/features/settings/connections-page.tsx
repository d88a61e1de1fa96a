import { Circle, CircleCheck, GraduationCap, Plus } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, NotAllowed, useCall, useCommand } from '../../bridge/use-call.tsx'
import { connectionPath, currentPath, settingsPath } from '../../routes.ts'
import { useConnection, usePolicy, useServices, useSnapshot } from '../../state/services.tsx'
import { BackLink, Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ConnectionFilePanel } from '../connection/connection-file-panel.tsx'
import { ConnectionFields } from '../connection/connection-form.tsx'
import { needsPassphrase, ProtectPanel } from '../vault/protect-panel.tsx'
import { ConnectionSettings } from './connection/connection-settings.tsx'
import {
  type Connection,
  type ConnectionPage,
  connectionPages,
} from '../../../../shared/domain/connection/connection.ts'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { focusAtOnce, TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/choices.tsx'
import { saveText, writeReport } from '../maintenance/maintenance-page.tsx'
import { isBare } from '../../state/snapshot-store.ts'

const newId = 'new'

export function ConnectionsPage({ id, part }: { readonly id: string | undefined; readonly part: string | undefined }) {
  const [, navigate] = useLocation()
  const connection = useConnection(id)
  const page = (Object.keys(connectionPages) as ConnectionPage[]).find((one) => one === part) ?? 'platform'
  if (id === undefined)
    return (
      <>
        <ConnectionList />
        <ConnectionFilePanel />
      </>
    )
  return (
    <>
      <BackLink to={settingsPath('connections')}>{t('settings.connections.back')}</BackLink>
      {id === newId ? <NewConnection /> : undefined}
      {connection === undefined ? undefined : (
        <Fragment key={id}>
          <SetUpList connection={connection} />
          <ConnectionSettings
            connection={connection}
            page={page}
            onPage={(to) => navigate(connectionPath(id, to), { replace: true })}
          />
          {page === 'platform' ? <RemovePanel connection={connection.settings} /> : undefined}
        </Fragment>
      )}
      {id !== newId && connection === undefined ? (
        <Notice tone="info">{t('settings.connections.unknown')}</Notice>
      ) : undefined}
    </>
  )
}

function ConnectionList() {
  const connections = useSnapshot((snapshot) => snapshot.connections)
  const hasTraining = connections.some(({ settings }) => settings.kind === 'training')
  const policy = usePolicy()
  const start = useCall('connection.start-training')
  return (
    <Panel flush title={t('settings.pages.connections')} note={t('settings.connections.note')}>
      <ul className="border-t border-line">
        {connections.map((view) => (
          <ConnectionLine key={view.settings.id} view={view} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 border-t border-line px-5 py-4">
        {policy.addresses?.length === 0 ? (
          <NotAllowed field="addresses" />
        ) : (
          <LinkButton to={settingsPath(`connections/${newId}`)} variant="primary">
            <Plus aria-hidden size="1rem" />
            {t('settings.connections.add')}
          </LinkButton>
        )}
        {hasTraining ? undefined : (
          <Button onPress={() => void start.run({})} isBusy={start.isBusy}>
            <GraduationCap aria-hidden size="1rem" />
            {t('settings.connections.training')}
          </Button>
        )}
        <ErrorNotice error={start.error} />
      </div>
    </Panel>
  )
}

function ConnectionLine({ view: { settings, link } }: { readonly view: ConnectionView }) {
  const { view } = useServices()
  const isActive = useSnapshot(({ activeConnectionId }) => activeConnectionId === settings.id)
  const select = useCommand('connection.select')
  const choose = async () => {
    const reply = await select.run({ id: settings.id })
    if (reply.ok) view.say(t('settings.connections.selected', { name: settings.name }))
  }
  return (
    <li className="grid grid-cols-[0.375rem_minmax(0,1fr)] gap-x-4 border-b border-line py-3 pe-5 last:border-0">
      <span
        aria-hidden
        data-block
        className="rounded-e-small"
        style={{ background: `var(--tenant-${settings.colour})` }}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
          <p className="font-semibold">{settings.name}</p>
          <p className="font-figures text-small text-soft">{settings.baseUrl}</p>
          <p className="text-small text-soft">
            {t(`settings.connections.${settings.kind}Kind`)} ·{' '}
            {t('frame.services', { crm: settings.crmService, cms: settings.cmsService })} ·{' '}
            {t(`frame.link.${link.state}`)}
          </p>
        </div>
        {isActive ? (
          <span className="text-small font-semibold text-accent">{t('settings.connections.active')}</span>
        ) : (
          <Button onPress={() => void choose()} isBusy={select.isBusy}>
            {t('settings.connections.select')}
          </Button>
        )}
        <LinkButton to={settingsPath(`connections/${settings.id}`)}>{t('settings.connections.edit')}</LinkButton>
      </div>
    </li>
  )
}

function NewConnection() {
  const [, navigate] = useLocation()
  const mustProtect = useSnapshot(needsPassphrase)
  if (mustProtect)
    return (
      <Panel title={t('firstRun.protectFirst')}>
        <ProtectPanel />
      </Panel>
    )
  return (
    <>
      <ConnectionFilePanel onTaken={() => navigate(settingsPath('connections'))} />
      <Panel title={t('settings.connections.add')}>
        <ConnectionFields onDone={(id) => navigate(settingsPath(`connections/${id}`))} />
      </Panel>
    </>
  )
}

/** Erases a connection after a confirmation. If the connection has unfinished jobs, the user must type the connection's name. */
function RemovePanel({ connection: { id, name } }: { readonly connection: Pick<Connection, 'id' | 'name'> }) {
  const { bridge, view, scanBatches } = useServices()
  const [, navigate] = useLocation()
  const [isAsking, setAsking] = useState(false)
  const [savesReport, setSavesReport] = useState(false)
  const [typed, setTyped] = useState<string>()
  const remove = useCall('connection.remove')
  const asksForName = typed !== undefined || remove.error?.code === 'work-left'
  const close = () => {
    setAsking(false)
    setTyped(undefined)
    remove.clear()
  }
  const carryOut = async () => {
    const reply = await remove.run({ id, ...(typed !== undefined && { typedName: typed }) })
    if (!reply.ok) return
    view.kept.delete(`connection ${id}`)
    await Promise.all([scanBatches.bulk.bringAgain(), scanBatches.hostnames.bringAgain()])
    const report = writeReport(reply.value)
    const saved = savesReport ? await saveText(bridge, report.name, report.text) : undefined
    const failed = reply.value.failed.length
    const said = [
      t('settings.connection.remove.done', { name }),
      failed > 0 ? `${t('maintenance.report.failed', { count: failed })}.` : '',
      saved?.ok === true ? saved.value : '',
    ]
    view.say(said.filter((part) => part !== '').join(' '))
    // The answer may take a while. A technician who has gone to another screen stays there.
    if (currentPath().startsWith(settingsPath(`connections/${id}`))) navigate(settingsPath('connections'))
  }
  return (
    <Panel title={t('settings.connection.remove.title')} note={t('settings.connection.remove.note')}>
      <Button variant="danger" onPress={() => setAsking(true)}>
        {t('settings.connection.remove.action')}
      </Button>
      {isAsking ? (
        <QuestionDialog
          role="alertdialog"
          title={t('settings.connection.remove.sure', { name })}
          onClose={close}
          variant="danger"
          action={t('settings.connection.remove.yes')}
          onAction={() => void carryOut()}
          isDisabled={remove.isBusy || (asksForName && typed?.trim() !== name.trim())}
        >
          <p>{t('settings.connection.remove.sureText')}</p>
          {asksForName ? (
            <TextField
              label={t('settings.connection.remove.typeName', { name })}
              value={typed ?? ''}
              onChange={setTyped}
              inputRef={focusAtOnce}
            />
          ) : undefined}
          <Switch isSelected={savesReport} onChange={setSavesReport}>
            {t('maintenance.report.save')}
          </Switch>
          <ErrorNotice error={remove.error} />
        </QuestionDialog>
      ) : undefined}
    </Panel>
  )
}

/** The steps for setting up a connection before its first customer, in the order of the pages. */
const steps = {
  reached: { page: 'platform', isDone: ({ link }) => link.state === 'reached' },
  products: { page: 'products', isDone: ({ settings }) => settings.products.length > 0 },
  hostnames: { page: 'products', isDone: ({ settings }) => settings.hostnames.length > 0 },
  country: { page: 'defaults', isDone: ({ settings }) => settings.phoneCountry !== '' },
  defaults: { page: 'defaults', isDone: ({ settings }) => Object.keys(settings.defaults).length > 0 },
  handout: { page: 'handout', isDone: ({ settings }) => settings.supportNumber !== '' },
} as const satisfies Readonly<
  Record<string, { readonly page: ConnectionPage; readonly isDone: (view: ConnectionView) => boolean }>
>

export const setUpSteps = (view: ConnectionView) =>
  (Object.keys(steps) as (keyof typeof steps)[]).map((step) => ({
    step,
    page: steps[step].page as ConnectionPage,
    isDone: steps[step].isDone(view),
  }))

function SetUpList({ connection }: { readonly connection: ConnectionView }) {
  if (!isBare(connection.settings)) return undefined
  return (
    <Panel title={t('settings.setUp.title')} note={t('settings.setUp.note')}>
      <ol className="grid gap-2 narrow:grid-cols-2">
        {setUpSteps(connection).map(({ step, page, isDone }) => (
          <li key={step} className="flex items-start gap-2">
            {isDone ? (
              <CircleCheck aria-hidden size="1.25rem" className="shrink-0 text-done" />
            ) : (
              <Circle aria-hidden size="1.25rem" className="shrink-0 text-soft" />
            )}
            {isDone ? (
              <span className="text-soft">
                {t(`settings.setUp.steps.${step}`)}
                <span className="sr-only"> {t('settings.setUp.done')}</span>
              </span>
            ) : (
              <Link
                href={connectionPath(connection.settings.id, page)}
                className="font-semibold underline underline-offset-4"
              >
                {t(`settings.setUp.steps.${step}`)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

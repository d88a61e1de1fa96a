import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t, isolate } from '../../../locale.ts'
import { fleetPath } from '../../../routes.ts'
import { useKeptOverLock, useSnapshot, useServices, usePolicy } from '../../../state/services.tsx'
import { BackLink, Button } from '../../../ui/button.tsx'
import { useFirstFocus } from '../../../ui/text-field.tsx'
import { formatExactly } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Fact } from '../../../ui/panel.tsx'
import { type Attention, countAt, countNames, saySeen, type Station } from './station.ts'
import { AttentionMark } from './board-list.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { WorkList } from './work-list.tsx'
import { ErrorNotice, NotAllowed, useCall } from '../../../bridge/use-call.tsx'
import { QuestionDialog } from '../../../ui/dialog.tsx'
import { Download } from 'lucide-react'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { offerFile } from '../../maintenance/file-text.ts'

interface StationPanelProps {
  readonly station: Station
  readonly stations: readonly Station[]
  readonly now: number
}

export function StationPanel({ station, stations, now }: StationPanelProps) {
  const own = useSnapshot(({ fleet }) => fleet?.station)
  const [task, setTask] = useState<'remove' | { readonly move: readonly string[] | undefined }>()
  useKeptOverLock(`fleet task ${station.id}`, () => task, setTask)
  const [isWorkShown, setWorkShown] = useState(false)
  // In a small window the computer replaces the list, so the heading gets the focus.
  const heading = useFirstFocus<HTMLHeadingElement>()
  const workHeading = useRef<HTMLHeadingElement>(null)
  const { name, state, inCare } = station
  // The heading gets the focus, because the button that removed the computer had the focus and is gone.
  useEffect(() => {
    if (state === 'revoked' && document.activeElement === document.body) heading.current?.focus()
  }, [state, heading])
  const showWork = (): void => {
    setWorkShown(true)
    workHeading.current?.focus()
  }
  const isOwn = station.id === own
  const close = (): void => setTask(undefined)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 p-5">
      <BackLink to={fleetPath('computers')} className="wide:sr-only wide:focus:not-sr-only">
        {t('fleet.station.back')}
      </BackLink>
      <header className="grid gap-2">
        <h2 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </h2>
        {isOwn ? <p className="text-soft">{t('fleet.station.own')}</p> : undefined}
        {state === 'revoked' ? (
          <Notice tone="info" announce="off" title={t('fleet.board.removed')}>
            {t('fleet.station.removedNote')}
          </Notice>
        ) : undefined}
      </header>
      {station.attention.length === 0 ? undefined : (
        <ul aria-label={t('fleet.station.needs')} className="grid gap-3">
          {station.attention.map((one) => (
            <li key={one} className="grid justify-items-start gap-1">
              <AttentionMark attention={one} station={station} />
              <p className="max-w-prose">{sayNext(one, station)}</p>
            </li>
          ))}
        </ul>
      )}
      <StationFacts station={station} now={now} />
      <section
        aria-labelledby="station-work"
        className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-4"
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 ref={workHeading} id="station-work" tabIndex={-1} className="text-lead font-semibold outline-none">
            {t('fleet.work.title')}
          </h3>
          <div className="flex flex-wrap gap-2">
            {isWorkShown ? undefined : <Button onPress={showWork}>{t('fleet.work.show')}</Button>}
            <Button isDisabled={inCare === 0 && !isWorkShown} onPress={() => setTask({ move: undefined })}>
              {t('fleet.move.all')}
            </Button>
          </div>
        </div>
        {isWorkShown ? (
          <WorkList station={station.id} name={name} onMove={(jobs) => setTask({ move: jobs })} />
        ) : (
          <p className="text-soft">{t('fleet.work.note')}</p>
        )}
      </section>
      <Documents station={station} />
      <section aria-labelledby="station-audit" className="grid gap-3 border-t border-line pt-4">
        <h3 id="station-audit" className="text-lead font-semibold">
          {t('fleet.audit.title')}
        </h3>
        <p>{t('fleet.audit.entries', { count: station.audit.entries })}</p>
        {station.audit.had === undefined ? undefined : (
          <p className="text-small text-soft">{t('fleet.audit.had', { count: station.audit.had })}</p>
        )}
        <ExportAudit station={station} />
      </section>
      {state === 'revoked' ? undefined : (
        <section aria-labelledby="station-remove" className="grid justify-items-start gap-3 border-t border-line pt-4">
          <h3 id="station-remove" className="text-lead font-semibold">
            {t('fleet.remove.heading')}
          </h3>
          <p className="max-w-prose text-soft">{t(isOwn ? 'fleet.remove.own' : 'fleet.remove.note')}</p>
          {isOwn ? undefined : (
            <Button variant="danger" onPress={() => setTask('remove')}>
              {t('fleet.remove.open')}
            </Button>
          )}
        </section>
      )}
      {task === 'remove' ? <RemoveDialog station={station} onClose={close} /> : undefined}
      {typeof task === 'object' ? (
        <MoveDialog from={station} jobs={task.move} stations={stations} now={now} onClose={close} />
      ) : undefined}
    </div>
  )
}

function sayNext(attention: Attention, { audit, status, inCare }: Station): string {
  switch (attention) {
    case 'audit':
      return t(`fleet.attention.audit.${audit.trouble ?? 'gap'}.next`)
    case 'stranded':
    case 'left-work':
      return t(`fleet.attention.${attention}.next`, { count: inCare })
    case 'needs-you':
      return t('fleet.attention.needs-you.next', { count: countAt(status, 'needsYou') })
    case 'old':
      return t('fleet.attention.old.next')
  }
}

const exactly = (at: number | undefined, says: string): ReactNode =>
  at === undefined ? (
    says
  ) : (
    <time dateTime={new Date(at).toISOString()} title={formatExactly(at)}>
      {says}
    </time>
  )

function StationFacts({ station, now }: Pick<StationPanelProps, 'station' | 'now'>) {
  const { role, group, status, seenAt, oldestAt } = station
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('fleet.role'), t(`fleet.roles.${role}`)],
    [t('fleet.group'), group ?? t('fleet.noGroup')],
    [t('fleet.board.columns.seen'), exactly(seenAt, saySeen(station, now, 'long'))],
    [t('settings.about.version'), status?.version ?? t('fleet.board.noStatus')],
    ...(status === undefined
      ? []
      : countNames.map((name) => [t(`fleet.board.columns.${name}`), String(countAt(status, name))] as const)),
    ...(oldestAt === undefined
      ? []
      : [[t('fleet.board.columns.oldest'), exactly(oldestAt, formatExactly(oldestAt))] as const]),
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-x-4 gap-y-3">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}

function Documents({ station: { documents } }: Pick<StationPanelProps, 'station'>) {
  return (
    <section aria-labelledby="station-documents" className="grid gap-2 border-t border-line pt-4">
      <h3 id="station-documents" className="text-lead font-semibold">
        {t('fleet.documents.title')}
      </h3>
      {documents.length === 0 ? <p className="text-soft">{t('fleet.documents.none')}</p> : undefined}
      <ul className="grid gap-1">
        {documents.map(({ kind, name, serial }) => (
          <li key={`${kind} ${name}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="[overflow-wrap:anywhere]">
              <bdi>{name}</bdi> <span className="text-small text-soft">{t(`fleet.documents.kinds.${kind}`)}</span>
            </span>
            <span className="text-soft tabular-nums">{t('fleet.documents.serial', { serial })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RemoveDialogProps {
  readonly station: Station
  readonly onClose: () => void
}

function RemoveDialog({ station, onClose }: RemoveDialogProps) {
  const { view } = useServices()
  const revoke = useCall('fleet.revoke')
  const name = isolate(station.name)
  const confirm = async (): Promise<void> => {
    const reply = await revoke.run({ station: station.id })
    if (!reply.ok) return
    view.say(t('fleet.remove.done', { name }))
    onClose()
  }
  return (
    <QuestionDialog
      role="alertdialog"
      title={t('fleet.remove.title', { name })}
      onClose={onClose}
      variant="danger"
      action={t('fleet.remove.action')}
      onAction={() => void confirm()}
      isDisabled={revoke.isBusy}
    >
      {station.inCare === 0 ? undefined : (
        <Notice tone="warning" announce="off">
          {t('fleet.remove.work', { count: station.inCare })}
        </Notice>
      )}
      <ul className="grid list-disc gap-2 ps-5">
        <li>{t('fleet.remove.hub', { name })}</li>
        <li>{t('fleet.remove.stays', { name })}</li>
        <li>{t('fleet.remove.knows', { name })}</li>
        <li>{t('fleet.remove.return')}</li>
      </ul>
      <ErrorNotice error={revoke.error} />
    </QuestionDialog>
  )
}

type Exported = Omit<Response<'fleet.export-audit'>, 'text'>

function ExportAudit({ station }: { readonly station: Pick<Station, 'id'> }) {
  const policy = usePolicy()
  const exporting = useCall('fleet.export-audit')
  const [done, setDone] = useState<Exported>()
  if (!policy.export) return <NotAllowed field="export" />
  const press = async (): Promise<void> => {
    setDone(undefined)
    const reply = await exporting.run({ station: station.id })
    if (!reply.ok) return
    const { text, ...rest } = reply.value
    if (rest.folder === undefined) offerFile([text], rest.name)
    setDone(rest)
  }
  return (
    <div className="grid justify-items-start gap-3">
      <Button isBusy={exporting.isBusy} onPress={() => void press()}>
        <Download aria-hidden size="1rem" />
        {t(exporting.isBusy ? 'fleet.audit.busy' : 'fleet.audit.export')}
      </Button>
      <ErrorNotice error={exporting.error} />
      {done === undefined ? undefined : <AuditExported {...done} />}
    </div>
  )
}

export function AuditExported({ name, folder, entries, trouble }: Exported) {
  return (
    <Notice
      tone={trouble === undefined ? 'good' : 'bad'}
      title={t(trouble === undefined ? 'fleet.audit.whole' : `fleet.attention.audit.${trouble}.what`, {
        count: entries,
      })}
    >
      <p>
        {folder === undefined
          ? t('fleet.audit.downloaded', { count: entries, name: isolate(name) })
          : t('fleet.audit.where', { count: entries, name: isolate(name), folder: isolate(folder) })}
      </p>
      <p className="mt-1">{t('fleet.audit.check')}</p>
      <p className="font-figures text-small select-all" translate="no">
        npm run -s audit:verify -- {name}
      </p>
    </Notice>
  )
}

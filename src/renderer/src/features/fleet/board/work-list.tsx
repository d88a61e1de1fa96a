import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Checkbox } from 'react-aria-components/Checkbox'
import { GridList, GridListItem, type Key } from 'react-aria-components/GridList'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { FleetJob } from '../../../../../shared/domain/fleet.ts'
import { identifierOnWire } from '../../../../../shared/domain/device-identifier.ts'
import { ErrorNotice } from '../../../bridge/use-call.tsx'
import { joinWords, t } from '../../../locale.ts'
import { useServices } from '../../../state/services.tsx'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { formatWhen, useNow } from '../../../ui/format-time.ts'
import { clsx } from 'clsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayStateThere, StateChip } from '../../../ui/state-chip.tsx'
import { Identifier } from '../../ticket/device-label.tsx'

/** A list with more rows than this scrolls in its own area, and renders only the visible rows. */
const few = 8
const estimated = 64

interface WorkListProps {
  readonly station: string
  readonly name: string
  readonly onMove: (jobs: readonly string[]) => void
}

/** Lists a computer's unfinished jobs as the hub stores them. The supervisor can choose jobs to move. */
export function WorkList({ station, name, onMove }: WorkListProps) {
  const { value, isBusy, error, refresh } = useRead('fleet.work', { station })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  useStationEvents(station, refresh)
  const jobs = value?.jobs ?? []
  // A chosen job that has since left the list is not moved.
  const moved = jobs.filter(({ id, isUnreadable }) => chosen.has(id) && isUnreadable !== true).map(({ id }) => id)
  if (value === undefined && error === undefined)
    return <output className="text-soft">{isBusy ? t('fleet.work.reading') : ''}</output>
  return (
    <>
      <ErrorNotice error={error} />
      {value !== undefined && jobs.length === 0 ? <p className="text-soft">{t('fleet.work.none')}</p> : undefined}
      {value?.hasMore === true ? (
        <Notice tone="info" announce="off">
          {t('fleet.work.more', { count: jobs.length })}
        </Notice>
      ) : undefined}
      {jobs.length === 0 ? undefined : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p aria-live="polite" className="text-small text-soft tabular-nums">
              {moved.length === 0
                ? t('fleet.work.count', { count: jobs.length })
                : t('fleet.work.chosen', { count: moved.length })}
            </p>
            <Button isDisabled={moved.length === 0} onPress={() => onMove(moved)}>
              {t('fleet.move.chosen')}
            </Button>
          </div>
          <div className="-mx-5 border-y border-line">
            <JobRows label={t('fleet.work.of', { name })} jobs={jobs} chosen={chosen} onChoose={setChosen} />
          </div>
        </>
      )}
    </>
  )
}

/** Calls `refresh` when an event names this computer. An event that names no computer concerns all computers. */
function useStationEvents(station: string, refresh: () => unknown): void {
  const { bridge } = useServices()
  useEffect(
    () =>
      bridge.listen((event) => {
        if (event.name !== 'fleet-changed') return
        if (event.payload.stations?.includes(station) ?? true) void refresh()
      }),
    [bridge, station, refresh],
  )
}

interface JobRowsProps {
  readonly label: string
  readonly jobs: readonly FleetJob[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

function JobRows({ label, jobs, chosen, onChoose }: JobRowsProps) {
  const now = useNow()
  const isLong = jobs.length > few
  const unreadable: readonly Key[] = jobs.filter(({ isUnreadable }) => isUnreadable === true).map(({ id }) => id)
  const list = (
    <GridList
      aria-label={label}
      items={jobs}
      dependencies={[now]}
      selectionMode="multiple"
      selectedKeys={chosen}
      disabledKeys={unreadable}
      disabledBehavior="selection"
      onSelectionChange={(keys) => onChoose(new Set(keys === 'all' ? jobs.map(({ id }) => id) : [...keys].map(String)))}
      className={clsx('block outline-none', isLong && 'h-[min(50vh,28rem)] min-h-40 overflow-y-auto')}
    >
      {(job) => (
        <GridListItem
          id={job.id}
          textValue={sayJob(job, now)}
          className="group grid grid-cols-[1.5rem_minmax(0,1fr)] items-start gap-x-3 border-b border-line px-5 py-2.5 outline-offset-[-2px] last:border-0 data-hovered:bg-sunken data-selected:bg-accent-tint"
        >
          <Checkbox slot="selection" className="group/box grid size-6 place-items-center">
            <span
              aria-hidden
              className="grid size-4.5 place-items-center rounded-small border border-edge bg-field group-data-disabled/box:opacity-40 group-data-focus-visible/box:outline-2 group-data-focus-visible/box:outline-offset-2 group-data-focus-visible/box:outline-focus group-data-selected/box:border-accent group-data-selected/box:bg-accent"
            >
              <Check size="0.875rem" strokeWidth={3} className="hidden text-on-accent group-data-selected/box:block" />
            </span>
          </Checkbox>
          <JobRow job={job} now={now} />
        </GridListItem>
      )}
    </GridList>
  )
  if (!isLong) return list
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowSize: estimated }}>
      {list}
    </Virtualizer>
  )
}

const whomOf = ({ customerName, userid, hostname }: FleetJob): string | undefined => customerName ?? userid ?? hostname

function sayJob(job: FleetJob, now: number): string {
  if (job.isUnreadable === true) return t('fleet.work.unreadable')
  const { box, kind, state, createdAt } = job
  return joinWords(
    [
      kind && t(`queue.kinds.${kind}`),
      whomOf(job),
      box && identifierOnWire(box, 'colon'),
      sayStateThere(state),
      createdAt === undefined ? undefined : formatWhen(createdAt, now),
    ],
    ', ',
  )
}

export function JobRow({ job, now }: { readonly job: FleetJob; readonly now: number }) {
  const { box, kind, state, technician, productName, createdAt, changedAt } = job
  return (
    <div className="grid min-w-0 gap-0.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          {job.isUnreadable === true ? t('fleet.work.unreadable') : <bdi>{whomOf(job) ?? t('find.unnamed')}</bdi>}
        </span>
        <StateChip state={state} word={sayStateThere(state)} />
      </div>
      {box === undefined ? undefined : (
        <span>
          <Identifier identifier={box} />
        </span>
      )}
      <span className="text-small text-soft [overflow-wrap:anywhere]">
        {joinWords([
          kind && t(`queue.kinds.${kind}`),
          productName,
          technician,
          createdAt === undefined ? undefined : formatWhen(createdAt, now),
          // The computer itself says when the job was saved. Only this time is the hub's.
          t('fleet.work.told', { when: formatWhen(changedAt, now) }),
        ])}
      </span>
    </div>
  )
}

import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import { mostRowsAtOnce } from '../../../../../shared/bridge/bulk-channels.ts'
import { identifierOnWire } from '../../../../../shared/domain/device-identifier.ts'
import { type JobState, jobStates, statesOf } from '../../../../../shared/domain/job.ts'
import { shownFormatTag, t } from '../../../locale.ts'
import { queuePath } from '../../../routes.ts'
import { useServices, useSnapshot } from '../../../state/services.tsx'
import { findSendingStop } from '../../../state/snapshot-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { formatExactly } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { sayState, StateChip } from '../../../ui/state-chip.tsx'
import { SendingProgress } from '../../queue/sending-progress.tsx'
import type { SavedBefore, Saving } from '../bulk-state.ts'
import type { ListPartProps } from '../bulk-store.ts'
import { type ExportedCsv, keepCsv, SavedFileNotice, stampOfFile } from '../../maintenance/keep-csv.tsx'
import { BatchHandouts } from './batch-handouts.tsx'
import { CloseListButton, useIsMadeByPlatform } from './columns-panel.tsx'
import { FaultPart } from './fault-part.tsx'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { sayWithoutHostname, useHostnames } from '../../ticket/job-chip.tsx'

/**
 * Milliseconds between two reads of the progress. The pause is short enough to follow the progress, and long enough that a thousand jobs do
 * not cause a thousand reads.
 */
const pauseMs = 400

/** The number of rows left out whose reason is shown. Of further rows, only the lines are named. */
const mostExplained = 20
const mostNamed = 1000

export function BatchPanel({ bulk, list, saving }: ListPartProps & { readonly saving: Saving }) {
  const { bridge } = useServices()
  const { value } = useRead('bulk.progress', { batch: saving.batch }, { follows: { pause: pauseMs } })
  const hostnames = useHostnames()
  const [kept, setKept] = useState<ExportedCsv>()
  const { isOver, saved, total, left } = saving
  const { unsaved } = bulk
  const areTooMany = useIsMadeByPlatform(bulk.rules.kind) && unsaved > 1
  const isStopped = useSnapshot(findSendingStop) !== undefined
  const isRunning = value === undefined || statesOf('running').some((state) => (value.counts[state] ?? 0) > 0)
  return (
    <Panel lands title={t('bulk.batch.title')}>
      <div className="grid gap-4">
        <BeforeNotice before={bulk.savedBefore} />
        {isOver ? (
          <Notice
            tone={left.length + unsaved === 0 ? 'good' : 'warning'}
            actions={
              unsaved === 0 ? undefined : (
                <Button variant="primary" size="large" isDisabled={areTooMany} onPress={() => void bulk.save(false)}>
                  {t('bulk.batch.saveRest', { count: unsaved })}
                </Button>
              )
            }
          >
            {t(isRunning && !isStopped ? 'bulk.batch.saved' : 'bulk.batch.kept', { count: saved })}{' '}
            {unsaved === 0 ? undefined : t('bulk.batch.rest', { count: unsaved })}{' '}
            {areTooMany ? t('bulk.check.oneAtATime') : undefined}
          </Notice>
        ) : (
          <div className="flex items-center gap-3">
            <output className="tabular-nums">{t('bulk.batch.saving', { done: saved, count: total })}</output>
            <Button size="small" onPress={bulk.stop}>
              {t('bulk.batch.stop')}
            </Button>
          </div>
        )}
        <SendingProgress canPause />
        {value === undefined ? undefined : <BatchStates progress={value} />}
        {left.length === 0 ? undefined : (
          <Notice
            tone="warning"
            title={t('bulk.batch.left', { count: left.length })}
            actions={
              // Only a box in other work can be saved anyway.
              isOver && left.some(({ code }) => code === 'box-in-job') ? (
                <Button onPress={() => void bulk.save(true)}>{t('bulk.batch.anyway')}</Button>
              ) : undefined
            }
          >
            <ul className="grid gap-1">
              {left.slice(0, mostExplained).map(({ line, code, jobId }) => (
                <li key={line}>
                  {t('bulk.batch.leftRow', { line, reason: t(`bulk.batch.reasons.${code}`) })}{' '}
                  {jobId === undefined ? undefined : (
                    <Link href={queuePath('all', jobId)} className="text-accent underline underline-offset-2">
                      {t('bulk.batch.open')}
                    </Link>
                  )}
                </li>
              ))}
              {left.length <= mostExplained ? undefined : (
                <li>
                  {t('bulk.groups.lines', {
                    lines: [
                      ...left.slice(mostExplained, mostNamed).map(({ line }) => line),
                      ...(left.length > mostNamed ? ['…'] : []),
                    ].join(', '),
                  })}
                </li>
              )}
            </ul>
          </Notice>
        )}
        <SavedFileNotice kept={kept} />
        {isOver ? (
          <>
            <div className="flex flex-wrap gap-2">
              <Button onPress={() => void keepResults(bridge, saving.batch, hostnames).then(setKept)}>
                <Download aria-hidden size="1rem" />
                {t('bulk.batch.results')}
              </Button>
              <BatchHandouts batch={saving.batch} done={value?.counts.done ?? 0} />
              <CloseListButton close={bulk.close} countLost={bulk.countLost}>
                {t('bulk.batch.another')}
              </CloseListButton>
            </div>
            <FaultPart bulk={bulk} list={list} />
          </>
        ) : undefined}
      </div>
    </Panel>
  )
}

/** Boxes bound without the required hostname are counted separately. */
export function BatchStates({ progress }: { readonly progress: Response<'bulk.progress'> }) {
  const needsHostname = (useHostnames() ?? []).length > 0
  return (
    <ul aria-label={t('bulk.batch.states')} className="flex flex-wrap gap-x-5 gap-y-2">
      {jobStates.flatMap((state) => {
        const count = progress.counts[state] ?? 0
        const isBound = state === 'done' || state === 'unconfirmed'
        const without = needsHostname && isBound ? (progress.withoutHostname[state] ?? 0) : 0
        return [
          <StateCount key={state} state={state} count={count - without} />,
          ...(isBound
            ? [
                <StateCount
                  key={`${state} without hostname`}
                  state={state}
                  count={without}
                  word={t(`states.${state}.noHostname`)}
                />,
              ]
            : []),
        ]
      })}
    </ul>
  )
}

/** `word` replaces the name of the state for boxes that lack their hostname. */
function StateCount({
  state,
  count,
  word,
}: {
  readonly state: JobState
  readonly count: number
  readonly word?: string
}) {
  if (count === 0) return undefined
  return (
    <li data-batch-state={state} className="flex items-center gap-2">
      <StateChip state={state} {...(word !== undefined && { look: 'needs-you', word })} />
      <b className="tabular-nums">{count.toLocaleString(shownFormatTag())}</b>
    </li>
  )
}

/** Writes a file with the result of each row: line, box, user ID, state and reason. The file contains no password. */
async function keepResults(
  bridge: Bridge,
  batch: string,
  hostnames: readonly string[] | undefined,
): Promise<ExportedCsv> {
  const rows: string[][] = []
  let after = 0
  for (let hasMore = true; hasMore;) {
    const reply = await bridge.call('bulk.results', { batch, after, limit: mostRowsAtOnce })
    if (!reply.ok) return reply
    for (const { line, job } of reply.value.rows) {
      rows.push([
        String(line),
        job.box === undefined ? '' : identifierOnWire(job.box, 'colon'),
        job.userid ?? '',
        job.customerName ?? '',
        job.hostname ?? '',
        sayWithoutHostname(job, hostnames) ?? sayState(job.state, job.why?.code),
        job.why === undefined ? '' : t(`why.${job.why.code}.says`),
      ])
      after = line
    }
    hasMore = reply.value.hasMore && reply.value.rows.length > 0
  }
  const names = ['line', 'box', 'userid', 'customer', 'hostname', 'state', 'why'] as const
  const header = names.map((name) => t(`bulk.results.${name}`))
  return await keepCsv(bridge, `results-${stampOfFile(Date.now())}.csv`, [header, ...rows])
}

export function BeforeNotice({ before }: { readonly before: SavedBefore | undefined }) {
  if (before === undefined) return undefined
  return (
    <Notice tone="info" title={t('bulk.batch.before', { count: before.count, when: formatExactly(before.at) })}>
      {t('bulk.batch.beforeNote')}
    </Notice>
  )
}

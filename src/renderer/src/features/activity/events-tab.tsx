import { ChevronLeft, ChevronRight, Download, History } from 'lucide-react'
import { useEffect, useRef, useState, useMemo } from 'react'
import { t } from '../../locale.ts'
import { ErrorNotice, NotAllowed } from '../../bridge/use-call.tsx'
import { useKept, usePolicy, useServices, useSnapshot } from '../../state/services.tsx'
import { followJobs } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen, useNow } from '../../ui/format-time.ts'
import { type ActivityForm, ActivityTable, emptyForm, FilterBar, isNarrowed, readFilter } from './activity-table.tsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { useStore } from 'zustand'
import { sayWhere } from '../maintenance/keep-csv.tsx'
import { offerFile } from '../maintenance/file-text.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ActivityCursor, ActivityFilter, ActivityRow } from '../../../../shared/domain/activity/activity.ts'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/bridge.ts'

/** One page of audit events. Only this page is held in memory. */
interface ActivityState {
  readonly rows: readonly ActivityRow[]
  /** The number of the page. 0 is the newest page. */
  readonly page: number
  readonly hasOlder: boolean
  /** No answer has arrived yet for this filter. */
  readonly isFresh: boolean
  readonly isBusy: boolean
  /** During a search, the time of the oldest event that was searched, in milliseconds since 1970. */
  readonly back: number | undefined
  readonly error: BridgeError | undefined
}

const pageSize = 100

/** Delays before reloading, in milliseconds: after typing in the filter, and after job changes, which come in groups. */
const pause = 250
const longPause = 1500

export function EventsTab() {
  const now = useNow()
  const [form, change] = useKept<ActivityForm>('activity.filter', emptyForm)
  const activity = useActivity(form)
  const exporting = useExport()
  const policy = usePolicy()
  const { rows, isFresh, isBusy, back, error } = activity
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 px-5">
        <p className="text-soft">{t('activity.note')}</p>
        {policy.export ? (
          <Button onPress={() => void exporting.begin(readFilter(form))} isDisabled={exporting.progress !== undefined}>
            <Download aria-hidden size="1rem" />
            {t('activity.export.action')}
          </Button>
        ) : (
          <NotAllowed field="export" />
        )}
      </div>
      <div className="px-5">
        <FilterBar form={form} onChange={change} />
      </div>
      <div className="grid gap-3 px-5 empty:hidden">
        <ExportNotice exporting={exporting} />
        <ErrorNotice error={error} />
      </div>
      {rows.length > 0 ? (
        <div className="border-y border-line bg-surface">
          <ActivityTable rows={rows} now={now} />
        </div>
      ) : undefined}
      {isBusy && back !== undefined ? (
        <output className="flex flex-wrap items-center gap-3 px-5 text-soft">
          {t('activity.searching', { when: formatWhen(back, now) })}
          <Button size="small" onPress={activity.stop}>
            {t('activity.stop')}
          </Button>
        </output>
      ) : undefined}
      {rows.length === 0 && !isFresh && !isBusy && error === undefined ? (
        <EmptyState icon={History} title={t(isNarrowed(form) ? 'activity.noneFound' : 'activity.none')}>
          {t(isNarrowed(form) ? 'activity.noneFoundNote' : 'activity.noneNote')}
        </EmptyState>
      ) : undefined}
      <Pages activity={activity} />
    </div>
  )
}

function Pages({ activity }: { readonly activity: ReturnType<typeof useActivity> }) {
  const { rows, page, hasOlder, isBusy, older, newer } = activity
  const top = useRef<HTMLElement>(null)
  if (page === 0 && !hasOlder) return undefined
  const go = async (turn: () => Promise<void>): Promise<void> => {
    await turn()
    top.current?.closest('main')?.scrollTo({ top: 0 })
  }
  return (
    <nav ref={top} aria-label={t('activity.pages')} className="flex flex-wrap items-center gap-3 px-5">
      <Button onPress={() => void go(newer)} isDisabled={isBusy || page === 0}>
        <ChevronLeft aria-hidden size="1rem" />
        {t('activity.newer')}
      </Button>
      <Button onPress={() => void go(older)} isDisabled={isBusy || !hasOlder}>
        {t('activity.older')}
        <ChevronRight aria-hidden size="1rem" />
      </Button>
      {rows.length === 0 ? undefined : (
        <p className="text-small text-soft tabular-nums">
          {t('activity.range', { first: page * pageSize + 1, last: page * pageSize + rows.length })}
        </p>
      )}
    </nav>
  )
}

function ExportNotice({ exporting }: { readonly exporting: ReturnType<typeof useExport> }) {
  const { progress, exported, error, cancel } = exporting
  if (progress !== undefined)
    return (
      <output className="flex flex-wrap items-center gap-3 text-soft">
        {t('activity.export.progress', { count: progress })}
        <Button size="small" onPress={cancel}>
          {t('ui.cancel')}
        </Button>
      </output>
    )
  if (error !== undefined) return <ErrorNotice error={error} />
  if (exported === undefined) return undefined
  return (
    <Notice tone="good" title={t('activity.export.done', { count: exported.rows })}>
      {sayWhere(exported)} {t('activity.export.names')}
    </Notice>
  )
}

/** Returns the events that match the form. While the newest page is shown, the events are kept up to date. */
function useActivity(form: ActivityForm) {
  const { bridge } = useServices()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const store = useMemo(() => createActivityStore(bridge), [bridge])
  const asked = JSON.stringify(form)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        if (connectionId !== undefined) void store.show(readFilter(JSON.parse(asked) as ActivityForm))
      },
      store.getState().isFresh ? 0 : pause,
    )
    return () => clearTimeout(timer)
  }, [store, asked, connectionId])
  useEffect(() => {
    const end = followJobs(bridge, () => void store.refresh(), { pause: longPause })
    return () => {
      end()
      store.stop()
    }
  }, [bridge, store])
  return { ...useStore(store), older: store.older, newer: store.newer, stop: store.stop }
}

interface ExportState {
  /** The number of rows exported so far. Absent if no export is running. */
  readonly progress?: number
  /** The exported file and its number of rows. `folder`: the folder of the file, or undefined if the browser downloaded the file. */
  readonly exported?: { readonly name: string; readonly rows: number; readonly folder: string | undefined }
  readonly error?: BridgeError
}

/** Exports all matching events to a file, part by part. After a cancel, the browser downloads nothing. */
function useExport() {
  const { bridge } = useServices()
  const [state, setState] = useState<ExportState>({})
  const generation = useRef(0)

  const begin = async (filter: ActivityFilter): Promise<void> => {
    generation.current += 1
    const mine = generation.current
    setState({ progress: 0 })
    const parts: string[] = []
    let rows = 0
    let name: string | undefined
    let folder: string | undefined
    let after: ActivityCursor | undefined
    do {
      const reply = await bridge.call('activity.export', {
        filter,
        ...(after !== undefined && { after }),
        ...(name !== undefined && { name }),
      })
      if (mine !== generation.current) return
      if (!reply.ok) return setState({ error: reply.error })
      parts.push(reply.value.text)
      rows += reply.value.rows
      ;({ name, folder, next: after } = reply.value)
      setState({ progress: rows })
    } while (after !== undefined)
    if (folder === undefined) offerFile(parts, name, 'text/csv')
    setState({ exported: { name, rows, folder } })
  }
  const cancel = (): void => {
    generation.current += 1
    setState({})
  }
  return { ...state, begin, cancel }
}

/**
 * Creates a store for one page of events. The store does not use `useRead`, because a page takes several calls and shows events as they are
 * found. For other pages, the store has only the cursor at which each page begins.
 */
export function createActivityStore(bridge: Bridge) {
  const blank = { rows: [], page: 0, hasOlder: false, isFresh: true, isBusy: false, back: undefined, error: undefined }
  const store = createStore<ActivityState>(() => blank)
  let filter: ActivityFilter = {}
  /** The cursor at which each page begins. Undefined for the newest page. */
  let begins: readonly (ActivityCursor | undefined)[] = [undefined]
  let generation = 0

  /** Reads a page. One call searches a limited number of events, so calls follow until the page is full or no older event is left. */
  const read = async (page: number): Promise<void> => {
    generation += 1
    const mine = generation
    store.setState({ isBusy: true, error: undefined, back: undefined })
    const rows: ActivityRow[] = []
    let after = begins[page]
    do {
      const reply = await bridge.call('activity.list', {
        filter,
        limit: pageSize - rows.length,
        ...(after !== undefined && { after }),
      })
      if (mine !== generation) return
      if (!reply.ok) {
        store.setState({ isBusy: false, isFresh: false, error: reply.error })
        return
      }
      rows.push(...reply.value.rows)
      after = reply.value.next
      begins = [...begins.slice(0, page + 1), ...(after === undefined ? [] : [after])]
      store.setState({ rows: [...rows], page, hasOlder: after !== undefined, back: reply.value.back })
    } while (after !== undefined && rows.length < pageSize)
    store.setState({ isBusy: false, isFresh: false, back: undefined })
  }

  return {
    ...store,
    show: async (wanted: ActivityFilter) => {
      filter = wanted
      begins = [undefined]
      store.setState(blank)
      await read(0)
    },
    older: async () => {
      const { page, hasOlder } = store.getState()
      if (hasOlder) await read(page + 1)
    },
    newer: async () => {
      const { page } = store.getState()
      if (page > 0) await read(page - 1)
    },
    /** Stops a long search and keeps the events found so far. */
    stop: () => {
      generation += 1
      store.setState({ isBusy: false, isFresh: false, back: undefined })
    },
    /** Reloads the newest page. An older page is not reloaded, because its events do not change. */
    refresh: async () => {
      const { page, isBusy } = store.getState()
      if (page === 0 && !isBusy) await read(0)
    },
  }
}

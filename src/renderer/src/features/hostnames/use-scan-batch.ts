import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import {
  identifierKey,
  readDeviceIdentifier,
  type DeviceIdentifier,
} from '../../../../shared/domain/device-identifier.ts'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { useServices } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { linesOf, type ScanBatchState, type ScanBatchStore } from '../../state/scan-batch-store.ts'
import { useLabelKnowledge } from '../scan/use-labels.ts'
import { addLines, judgeScanBatch, makeListedSet, type JudgedLine, type ScanBatchLine } from './scan-batch.ts'
import type { KnownList } from './use-hostname-list.ts'

/** A scan batch, compared with the boxes under the hostname. */
export interface ScanBatch extends Pick<ScanBatchState, 'trouble'>, Pick<ScanBatchStore, 'settled'> {
  readonly lines: readonly JudgedLine[]
  readonly has: (identifier: DeviceIdentifier) => boolean
  /** Returns the lines that did not fit. */
  readonly add: (texts: readonly string[]) => readonly string[]
  readonly remove: (id: number) => void
  /** Replaces all lines. */
  readonly replace: (lines: readonly ScanBatchLine[]) => void
  /** Call after jobs were saved for the boxes: updates verdicts and list. */
  readonly lookForWork: () => Promise<void>
}

/** In milliseconds. Waits until no job changes any more, because the list is asked for on the platform. */
const pause = 700

/** Keeps the lines while the screen is closed, and also after a crash of the app. */
export function useScanBatch({ list, refresh }: Pick<KnownList, 'list' | 'refresh'>): ScanBatch {
  const { bridge, scanBatches } = useServices()
  const store = scanBatches.hostnames
  const trouble = useStore(store, (state) => state.trouble)
  const [lines, setShown] = useState(() => linesIn(store))
  /** A ref, because two scans may come before the first is rendered. */
  const latest = useRef(lines)
  const setLines = (next: readonly ScanBatchLine[]): void => {
    latest.current = next
    setShown(next)
    store.put(writeLines(next))
  }
  const listed = useMemo(() => (list === undefined ? undefined : makeListedSet(list.boxes)), [list])
  const { patterns } = useLabelKnowledge()
  const identifiers = useMemo(() => identifiersIn(lines), [lines])
  const { value, of, refresh: readWork } = useRead('hostname.in-work', { identifiers }, { keepsLast: true })
  const inWork = useMemo(() => jobsByBox(value?.found ?? [], of?.identifiers ?? []), [value, of])
  const judged = useMemo(() => judgeScanBatch(lines, { listed, inWork, patterns }), [lines, listed, inWork, patterns])
  /** A ref, because a job may be over before its existence is rendered. */
  const hasWork = useRef(false)
  const look = useCallback(async () => {
    const reply = await readWork()
    if (reply?.ok === true) hasWork.current = reply.value.found.length > 0
  }, [readWork])

  const showBrought = useEffectEvent(() => {
    const brought = linesIn(store)
    if (writeLines(brought) === writeLines(latest.current)) return
    latest.current = brought
    setShown(brought)
  })
  useEffect(() => {
    const bring = async (): Promise<void> => {
      await store.bring()
      showBrought()
    }
    void bring()
  }, [store])
  useEffect(() => {
    hasWork.current = inWork.size > 0
  }, [inWork])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = bridge.listen((event) => {
      if (event.name !== 'job-changed' || !hasWork.current) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        void look()
        void refresh()
      }, pause)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [bridge, look, refresh])

  return {
    trouble,
    settled: store.settled,
    lines: judged,
    has: (identifier) => {
      const key = identifierKey(identifier)
      return identifiersIn(latest.current).some((one) => identifierKey(one) === key)
    },
    add(texts) {
      const { scanBatch, left } = addLines(latest.current, texts)
      setLines(scanBatch)
      return left
    },
    remove: (id) => {
      setLines(latest.current.filter((line) => line.id !== id))
    },
    replace: setLines,
    async lookForWork() {
      hasWork.current = true
      await look()
      // Jobs that ended meanwhile are in the list already and push no more events.
      await refresh()
    },
  }
}

const identifiersIn = (lines: readonly ScanBatchLine[]): DeviceIdentifier[] =>
  lines.flatMap(({ raw }) => {
    const reading = readDeviceIdentifier(raw)
    return reading.ok ? [reading.identifier] : []
  })

/** The id of the job that has each box, by the box's key. */
const jobsByBox = (
  found: Response<'hostname.in-work'>['found'],
  identifiers: readonly DeviceIdentifier[],
): ReadonlyMap<string, string> =>
  new Map(
    found.flatMap(({ index, jobId }) => {
      const identifier = identifiers[index]
      return identifier === undefined ? [] : [[identifierKey(identifier), jobId] as const]
    }),
  )

const linesIn = (store: ScanBatchStore): readonly ScanBatchLine[] =>
  addLines([], linesOf(store.getState().text)).scanBatch
const writeLines = (lines: readonly ScanBatchLine[]): string => lines.map(({ raw }) => raw).join('\n')

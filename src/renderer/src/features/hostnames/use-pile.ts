import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import {
  identifierKey,
  readDeviceIdentifier,
  type DeviceIdentifier,
} from '../../../../shared/domain/device-identifier.ts'
import { useDesk } from '../../state/desk.tsx'
import { linesOf, type PileState, type PileStore } from '../../state/pile-store.ts'
import { useLabelKnowledge } from '../scan/use-labels.ts'
import { addLines, judgePile, makeListedSet, type JudgedLine, type PileLine } from './pile.ts'
import type { KnownList } from './use-hostname-list.ts'

/** A scan batch, compared with the boxes under the hostname. */
export interface Pile extends Pick<PileState, 'trouble'>, Pick<PileStore, 'settled'> {
  readonly lines: readonly JudgedLine[]
  readonly has: (identifier: DeviceIdentifier) => boolean
  /** Returns the lines that did not fit. */
  readonly add: (texts: readonly string[]) => readonly string[]
  readonly remove: (id: number) => void
  /** Replaces all lines. */
  readonly replace: (lines: readonly PileLine[]) => void
  /** Call after jobs were saved for the boxes: updates verdicts and list. */
  readonly lookForWork: () => Promise<void>
}

/** In milliseconds. Jobs of a batch change in groups, so updates are combined. */
const pause = 700

/** Keeps the lines while the screen is closed, and also after a crash of the app. */
export function usePile({ list, refresh }: Pick<KnownList, 'list' | 'refresh'>): Pile {
  const { bridge, piles } = useDesk()
  const store = piles.hostnames
  const trouble = useStore(store, (state) => state.trouble)
  const [lines, setShown] = useState(() => linesIn(store))
  /** A ref, because two scans may come before the first is rendered. */
  const latest = useRef(lines)
  const setLines = (next: readonly PileLine[]): void => {
    latest.current = next
    setShown(next)
    store.put(writeLines(next))
  }
  const [inWork, setInWork] = useState<ReadonlyMap<string, string>>(new Map())
  const listed = useMemo(() => (list === undefined ? undefined : makeListedSet(list.boxes)), [list])
  const { patterns } = useLabelKnowledge()
  const judged = useMemo(() => judgePile(lines, { listed, inWork, patterns }), [lines, listed, inWork, patterns])
  /** A ref, because a job may be over before its existence is rendered. */
  const hasWork = useRef(false)
  const looks = useRef(0)
  const look = useCallback(
    async (at: readonly PileLine[]): Promise<void> => {
      looks.current += 1
      const mine = looks.current
      const identifiers = at.flatMap(({ raw }) => {
        const reading = readDeviceIdentifier(raw)
        return reading.ok ? [reading.identifier] : []
      })
      const reply = await bridge.call('hostname.in-work', { identifiers })
      if (mine !== looks.current || !reply.ok) return
      const found = reply.value.found.flatMap(({ index, jobId }) => {
        const identifier = identifiers[index]
        return identifier === undefined ? [] : [[identifierKey(identifier), jobId] as const]
      })
      hasWork.current = found.length > 0
      setInWork(new Map(found))
    },
    [bridge],
  )

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
    void look(lines)
  }, [look, lines])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = bridge.listen((event) => {
      if (event.name !== 'job-changed' || !hasWork.current) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        void look(latest.current)
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
      return latest.current.some(({ raw }) => {
        const reading = readDeviceIdentifier(raw)
        return reading.ok && identifierKey(reading.identifier) === key
      })
    },
    add(texts) {
      const { pile, left } = addLines(latest.current, texts)
      setLines(pile)
      return left
    },
    remove: (id) => {
      setLines(latest.current.filter((line) => line.id !== id))
    },
    replace: setLines,
    async lookForWork() {
      hasWork.current = true
      await look(latest.current)
      // Jobs that ended meanwhile are in the list already and push no more events.
      await refresh()
    },
  }
}

const linesIn = (store: PileStore): readonly PileLine[] => addLines([], linesOf(store.getState().text)).pile
const writeLines = (lines: readonly PileLine[]): string => lines.map(({ raw }) => raw).join('\n')

import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import {
  identifierKey,
  readDeviceIdentifier,
  type DeviceIdentifier,
} from '../../../../shared/domain/device-identifier.ts'
import { useDesk } from '../../state/desk.tsx'
import { linesOf, type PileState, type PileStore } from '../../state/pile-store.ts'
import { useLabelKnowledge } from '../scan/use-label-knowledge.ts'
import { addLines, judgePile, makeListedSet, type JudgedLine, type PileLine } from './pile.ts'
import type { KnownList } from './use-hostname-list.ts'

/** A pile of boxes that grows with every scan, compared with what is known of the hostname. */
export interface Pile extends Pick<PileState, 'trouble'>, Pick<PileStore, 'settled'> {
  readonly lines: readonly JudgedLine[]
  readonly has: (identifier: DeviceIdentifier) => boolean
  /** Gives what found no room. */
  readonly add: (texts: readonly string[]) => readonly string[]
  readonly remove: (id: number) => void
  /** Puts other lines in place of all of them. */
  readonly replace: (lines: readonly PileLine[]) => void
  /** Work on the boxes was saved, or has moved on. */
  readonly lookForWork: () => Promise<void>
}

/** Jobs of a pile change by the dozen, milliseconds. */
const pause = 700

/** What was scanned stays while the screen is away, and when the app was ended in the middle. */
export function usePile({ list, refresh }: Pick<KnownList, 'list' | 'refresh'>): Pile {
  const { bridge, piles } = useDesk()
  const store = piles.hostnames
  const trouble = useStore(store, (state) => state.trouble)
  const [lines, setShown] = useState(() => linesIn(store))
  /** Two scans may come before the screen has drawn the first. */
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
  /** Heard from the first: work may be over before the screen has drawn that there is some. */
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
      // What was over by then is on the list already, and tells nobody any more.
      await refresh()
    },
  }
}

const linesIn = (store: PileStore): readonly PileLine[] => addLines([], linesOf(store.getState().text)).pile
const writeLines = (lines: readonly PileLine[]): string => lines.map(({ raw }) => raw).join('\n')

import { useEffect } from 'react'
import { useStore } from 'zustand'
import { identifierKey, readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { useDesk } from '../../state/desk.tsx'
import { addLine, linesOf, type PileState, type PileStore } from '../../state/pile-store.ts'
import { usePileScans, type PileScans } from '../scan/use-pile-scans.ts'

/** The pile that grows with every scan on the screen for lists. */
export interface BulkPile extends PileState {
  readonly store: PileStore
  readonly scans: PileScans
  /** The text as it stands in the field now. */
  readonly type: (text: string) => void
}

/** A line with more than a box in it is read by its columns, and not before there is a list. */
const delimiters = /[,;|\t]/

/** Hears scans wherever the focus is, and whatever of the screen is in sight. */
export function useBulkPile(): BulkPile {
  const store = useDesk().piles.bulk
  const state = useStore(store)
  useEffect(() => {
    void store.bring()
  }, [store])
  const scans = usePileScans({
    has: (identifier) => {
      const { text, taken } = store.getState()
      const key = identifierKey(identifier)
      return [...taken.values(), ...linesOf(text)].some((line) => {
        const reading = readDeviceIdentifier(line)
        return reading.ok && identifierKey(reading.identifier) === key
      })
    },
    add: (line) => {
      store.put(addLine(store.getState().text, line))
      return true
    },
    settled: store.settled,
  })
  return {
    ...state,
    store,
    scans,
    type: (text) => {
      const isLineDone = text.endsWith('\n') && text.trimEnd() === store.getState().text.trimEnd()
      store.put(text)
      const last = linesOf(text).at(-1) ?? ''
      // What a scanner types into the field and is no box is left there; it is answered all the same.
      if (isLineDone && !delimiters.test(last) && !readDeviceIdentifier(last).ok)
        scans.put({ raw: last, asSerial: false })
    },
  }
}

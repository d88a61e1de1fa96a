import { useEffect } from 'react'
import { useStore } from 'zustand'
import { identifierKey, readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { useDesk } from '../../state/desk.tsx'
import { addLine, linesOf, type PileState, type PileStore } from '../../state/pile-store.ts'
import { usePileScans, type PileScans } from '../scan/use-pile-scans.ts'

/** The scan batch of the screen for lists. */
export interface BulkPile extends PileState {
  readonly store: PileStore
  readonly scans: PileScans
  /** Sets the whole text of the field. */
  readonly type: (text: string) => void
}

/** A line with several cells is read only when the batch becomes a list with columns. */
const delimiters = /[,;|\t]/

/** Takes scans wherever the focus is on the screen. */
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
      // A scanner that types a text which is no box gets an answer too; the text stays in the field.
      if (isLineDone && !delimiters.test(last) && !readDeviceIdentifier(last).ok)
        scans.put({ raw: last, asSerial: false })
    },
  }
}

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { longestPile, type PilePlace } from '../../../shared/bridge/pile-channels.ts'

/** Boxes that were piled up and are not saved as jobs yet. */
export interface PileState {
  /** A line a box, as it was scanned, typed or pasted. */
  readonly text: string
  /** Lines of the list that the pile has become, by their number in it, as long as they are not saved. */
  readonly taken: ReadonlyMap<number, string>
  /** Why the pile is not kept on this computer as it is on screen. */
  readonly trouble: BridgeError | 'too-long' | undefined
}

export interface PileStore extends StoreApi<PileState> {
  /** Brings what was kept, once; what was piled up meanwhile comes after it. */
  readonly bring: () => Promise<void>
  readonly put: (text: string) => void
  /** Waits until what is piled up is on this computer, or cannot be kept now. */
  readonly settled: () => Promise<void>
  /** Makes a list of the pile, and gives its lines; the pile itself is empty then. */
  readonly take: () => string
  /** These lines of the list are saved. */
  readonly settle: (lines: readonly number[]) => void
  /** So is all of it. */
  readonly finish: () => void
  /** The list is given up: what is not settled is a pile again. */
  readonly giveBack: () => void
}

/** A pile that is kept with every change, so that a power cut loses none of it. */
export function createPileStore(bridge: Bridge, place: PilePlace): PileStore {
  const store = createStore<PileState>(() => ({ text: '', taken: new Map(), trouble: undefined }))
  /** What is on this computer; not known before it was brought. */
  let kept: string | undefined
  let bringing: Promise<void> | undefined
  let keeping: Promise<void> | undefined

  const whole = (): string => {
    const { taken, text } = store.getState()
    return linesOf([...taken.values(), text].join('\n')).join('\n')
  }
  const keep = async (): Promise<void> => {
    // What is there is not written over unread.
    if (kept === undefined) await bring()
    else if (whole() !== kept) await (keeping ??= keepLatest())
  }
  /** Change after change, the latest at last. */
  const keepLatest = async (): Promise<void> => {
    for (let now = whole(); now !== kept; now = whole()) {
      const trouble = await keepNow(now)
      store.setState({ trouble })
      if (trouble !== undefined) break
      kept = now
    }
    keeping = undefined
  }
  const keepNow = async (text: string): Promise<PileState['trouble']> => {
    if (text.length > longestPile) return 'too-long'
    const reply = await bridge.call('pile.save', { place, text })
    return reply.ok ? undefined : reply.error
  }
  const change = (part: Partial<PileState>): void => {
    store.setState(part)
    void keep()
  }
  const bringNow = async (): Promise<void> => {
    const reply = await bridge.call('pile.read', { place })
    if (!reply.ok) {
      bringing = undefined
      store.setState({ trouble: reply.error })
      return
    }
    kept = reply.value.text
    store.setState({ trouble: undefined, text: addLine(kept, store.getState().text) })
    await keep()
  }
  const bring = (): Promise<void> => (bringing ??= bringNow())
  return {
    ...store,
    bring,
    put: (text) => {
      change({ text })
    },
    settled: keep,
    take: () => {
      const lines = linesOf(whole())
      change({ text: '', taken: new Map(lines.map((line, index) => [index + 1, line])) })
      return lines.join('\n')
    },
    settle: (lines) => {
      const settled = new Set(lines)
      change({ taken: new Map([...store.getState().taken].filter(([line]) => !settled.has(line))) })
    },
    finish: () => {
      change({ taken: new Map() })
    },
    giveBack: () => {
      const { taken, text } = store.getState()
      change({ text: addLine([...taken.values()].join('\n'), text), taken: new Map() })
    },
  }
}

/** The lines that say something. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** A text with more lines at its end, ready for the next one. */
export function addLine(text: string, more: string): string {
  return [...linesOf(text), ...linesOf(more), ''].join('\n')
}

import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import { defined } from '../../../shared/defined.ts'
import { longestScanBatch, type ScanBatchPlace } from '../../../shared/domain/scan-batch.ts'

/** A scan batch: boxes that are not saved as jobs yet. */
export interface ScanBatchState {
  /** One box per line, as scanned, typed or pasted. */
  readonly text: string
  /** Lines that were turned into a list but are not saved as jobs yet, by their line number in that list. */
  readonly taken: ReadonlyMap<number, string>
  /** Why the batch on screen is not stored on this computer. */
  readonly trouble: BridgeError | 'too-long' | undefined
}

export type ScanBatchStore = ReturnType<typeof createScanBatchStore>

/** Creates the store of a scan batch. The batch is stored after every change, so that a power cut loses nothing. */
export function createScanBatchStore(bridge: Bridge, place: ScanBatchPlace) {
  const store = createStore<ScanBatchState>(() => ({ text: '', taken: new Map(), trouble: undefined }))
  /** The text of the whole batch that is stored on this computer. Undefined until the stored text is loaded. */
  let kept: string | undefined
  let bringing: Promise<void> | undefined
  let storing: Promise<void> | undefined

  const whole = (): string => {
    const { taken, text } = store.getState()
    return linesOf([...taken.values(), text].join('\n')).join('\n')
  }
  const keep = async (): Promise<void> => {
    // Loads first, because a stored batch must not be overwritten before it was read.
    if (kept === undefined) await bring()
    else if (whole() !== kept) await (storing ??= keepLatest())
  }
  /** Stores the text until no newer text is left to store. */
  const keepLatest = async (): Promise<void> => {
    for (let now = whole(); now !== kept; now = whole()) {
      const trouble = await keepNow(now)
      store.setState({ trouble })
      if (trouble !== undefined) break
    }
    storing = undefined
  }
  const keepNow = async (text: string): Promise<ScanBatchState['trouble']> => {
    if (text.length > longestScanBatch) return 'too-long'
    const reply = await bridge.call('scan-batch.save', { place, text, ...defined({ was: kept }) })
    if (reply.ok) kept = text
    else return reply.error.code === 'changed-meanwhile' ? await readOthers() : reply.error
    return undefined
  }
  /** Takes over what another window has stored: the lines that it added come first, and those that it removed go. */
  const readOthers = async (): Promise<BridgeError | undefined> => {
    const reply = await bridge.call('scan-batch.read', { place })
    if (!reply.ok) return reply.error
    const [before, here, there] = [linesIn(kept ?? ''), linesIn(whole()), linesIn(reply.value.text)]
    const added = [...there].filter((line) => !before.has(line) && !here.has(line))
    const isLeft = (line: string): boolean => there.has(line) || !before.has(line)
    const { text, taken } = store.getState()
    kept = reply.value.text
    store.setState({
      text: addLine('', added.join('\n')) + text.split('\n').filter(isLeft).join('\n'),
      taken: new Map([...taken].filter(([, line]) => isLeft(line))),
    })
    return undefined
  }
  const change = (part: Partial<ScanBatchState>): void => {
    store.setState(part)
    void keep()
  }
  const bringNow = async (): Promise<void> => {
    const reply = await bridge.call('scan-batch.read', { place })
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
    /** Loads the stored batch on the first call. Lines added during loading are appended to the stored batch. */
    bring,
    put: (text: string) => change({ text }),
    /** Loads the stored batch again. It is deleted with its connection. */
    bringAgain: async () => {
      if (kept === undefined) return
      await keep()
      await readOthers()
    },
    /** Waits until the batch is stored on this computer. False if it cannot be stored now. */
    settled: async () => {
      await keep()
      return store.getState().trouble === undefined
    },
    /** Turns the batch into a list and returns its lines. After that, the text of the batch is empty. */
    take: () => {
      const lines = linesOf(whole())
      change({ text: '', taken: new Map(lines.map((line, index) => [index + 1, line])) })
      return lines.join('\n')
    },
    /** Marks these lines of the list as saved. */
    settle: (lines: readonly number[]) => {
      const settled = new Set(lines)
      change({ taken: new Map([...store.getState().taken].filter(([line]) => !settled.has(line))) })
    },
    /** Marks the whole list as saved. */
    finish: () => change({ taken: new Map() }),
    /** Gives up the list. The unsaved lines of the list return to the batch. */
    giveBack: () => {
      const { taken, text } = store.getState()
      change({ text: addLine([...taken.values()].join('\n'), text), taken: new Map() })
    },
  }
}

export const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '')

const linesIn = (text: string): ReadonlySet<string> => new Set(linesOf(text))

/** Appends lines to a text. The result ends with a newline, ready for the next line. */
export const addLine = (text: string, more: string): string => [...linesOf(text), ...linesOf(more), ''].join('\n')

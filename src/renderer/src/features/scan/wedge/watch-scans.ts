import { giveBack, keepField, type KeptField } from './kept-field.ts'
import type { Scan, ScannerTraits } from './scan-evidence.ts'
import { createSeparatorReader, groupSeparator } from './separator-reader.ts'
import { createWedgeDetector, longestRun, type KeyPress, type KeyRelease, type WedgeVerdict } from './wedge-detector.ts'

/** Where scans arrive. */
export interface ScanHearer {
  readonly scanned: (scan: Scan) => void
  /** A scanner sent something that names no box. */
  readonly unread: (text: string) => void
  /** A character came that may be of a code. */
  readonly typing?: () => void
  /** Hears each key before anything is made of it, and may have it for itself: then it is no part of a scan, and `swallow`ed it does nothing else either. */
  readonly press?: (press: KeyPress) => 'keep' | 'swallow' | undefined
  /** Hears each key that goes up again. */
  readonly release?: (release: KeyRelease) => void
}

/**
 * Listens for a scanner in the whole document, before any field or button gets the key. What leaked into a field is taken
 * back; the Enter of a scan presses nothing. Returns the function that ends it.
 */
export function watchScans(document: Document, traits: ScannerTraits, hearer: ScanHearer): () => void {
  const window = document.defaultView
  if (window === null) return () => undefined
  const detector = createWedgeDetector(traits)
  const separators = createSeparatorReader(traits)
  const ending = new AbortController()
  let kept: (KeptField | undefined)[] = []
  let settling: ReturnType<typeof setTimeout> | undefined

  const act = (verdict: WedgeVerdict): void => {
    if (verdict.kind === 'unread') hearer.unread(verdict.text)
    if (verdict.kind !== 'scan') return
    takeBack(kept.slice(-verdict.leaked))
    kept = []
    if (!verdict.again) hearer.scanned(verdict.scan)
  }

  const settleLater = (): void => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      act(detector.settle(performance.now()))
    }, detector.settlePause + 10)
  }

  const take = (event: KeyboardEvent): void => {
    const field = keepField(document.activeElement)
    const sign = separators.read(event)
    if (sign === 'part') return swallow(event)
    const key = sign === 'whole' ? groupSeparator : event.key
    const press: KeyPress = {
      key,
      code: event.code,
      at: event.timeStamp,
      ignored: event.repeat || event.isComposing || (isCommand(event) && key !== groupSeparator),
      intoText: field !== undefined || isEditable(document.activeElement),
    }
    const wish = hearer.press?.(press)
    if (wish === 'swallow') swallow(event)
    if (wish !== undefined) return
    const verdict = detector.press(press)
    if (Array.from(key).length === 1) {
      kept = [...kept, field].slice(-longestRun)
      settleLater()
      hearer.typing?.()
    }
    // The bracket's key may be a command of the browser's on this keyboard layout, such as the zoom.
    if (verdict.kind !== 'nothing' || (sign === 'whole' && event.key !== ']')) swallow(event)
    act(verdict)
  }

  const letGo = ({ key, code, timeStamp: at }: KeyboardEvent): void => {
    separators.release({ key, code, at })
    detector.release({ key, code, at })
    hearer.release?.({ key, code, at })
  }

  const forget = (): void => {
    detector.forget()
  }
  const { signal } = ending
  // The window hears first, before whatever the document's own listeners do with Enter.
  window.addEventListener('keydown', take, { capture: true, signal })
  window.addEventListener('keyup', letGo, { capture: true, signal })
  for (const name of ['paste', 'pointerdown', 'compositionstart'] as const)
    window.addEventListener(name, forget, { capture: true, signal })
  return () => {
    clearTimeout(settling)
    ending.abort()
  }
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Every field the code ran through, as it was before its first character there. */
function takeBack(kept: readonly (KeptField | undefined)[]): void {
  const first = new Map<Element, KeptField>()
  for (const one of kept) if (one !== undefined && !first.has(one.field)) first.set(one.field, one)
  for (const one of first.values()) giveBack(one)
}

/** AltGr counts as Ctrl and Alt on some systems, and types characters all the same. */
function isCommand(event: KeyboardEvent): boolean {
  return !event.getModifierState('AltGraph') && (event.ctrlKey || event.altKey || event.metaKey)
}

function isEditable(element: Element | null): boolean {
  return element instanceof HTMLElement && element.isContentEditable
}

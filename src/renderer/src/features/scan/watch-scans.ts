import { giveBack, keepField, type KeptField } from './kept-field.ts'
import type { ScanHearer, ScannerMarks } from './scan-evidence.ts'
import { createWedgeDetector, longestRun, settlePause, type WedgeVerdict } from './wedge-detector.ts'

/**
 * Listens for a scanner in the whole document, before any field or button gets the key. What leaked into a field is taken
 * back; the Enter of a scan presses nothing. Returns the function that ends it.
 */
export function watchScans(document: Document, marks: ScannerMarks, hearer: ScanHearer): () => void {
  const window = document.defaultView
  if (window === null) return () => undefined
  const detector = createWedgeDetector(marks)
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
    }, settlePause + 10)
  }

  const take = (event: KeyboardEvent): void => {
    const field = keepField(document.activeElement)
    const key = isSeparator(event) ? groupSeparator : event.key
    const verdict = detector.press({
      key,
      at: event.timeStamp,
      ignored: event.repeat || event.isComposing || (isCommand(event) && key !== groupSeparator),
      intoText: field !== undefined || isEditable(document.activeElement),
    })
    if (Array.from(key).length === 1) {
      kept = [...kept, field].slice(-longestRun)
      settleLater()
      hearer.typing?.()
    }
    if (verdict.kind !== 'nothing') {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    act(verdict)
  }

  const forget = (): void => {
    detector.forget()
  }
  const { signal } = ending
  // The window hears first, before whatever the document's own listeners do with Enter.
  window.addEventListener('keydown', take, { capture: true, signal })
  for (const name of ['paste', 'pointerdown', 'compositionstart'] as const)
    window.addEventListener(name, forget, { capture: true, signal })
  return () => {
    clearTimeout(settling)
    ending.abort()
  }
}

/** Every field the code ran through, as it was before its first character there. */
function takeBack(kept: readonly (KeptField | undefined)[]): void {
  const first = new Map<Element, KeptField>()
  for (const one of kept) if (one !== undefined && !first.has(one.field)) first.set(one.field, one)
  for (const one of first.values()) giveBack(one)
}

const groupSeparator = '\u001D'

/** What parts the elements of a GS1 code has no key: scanners send Ctrl and the bracket that has its place in ASCII. */
function isSeparator(event: KeyboardEvent): boolean {
  return event.ctrlKey && event.key === ']'
}

/** AltGr counts as Ctrl and Alt on some systems, and types characters all the same. */
function isCommand(event: KeyboardEvent): boolean {
  return !event.getModifierState('AltGraph') && (event.ctrlKey || event.altKey || event.metaKey)
}

function isEditable(element: Element | null): boolean {
  return element instanceof HTMLElement && element.isContentEditable
}

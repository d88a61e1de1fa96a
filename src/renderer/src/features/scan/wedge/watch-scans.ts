import type { Scan, ScannerTraits } from './scan-evidence.ts'
import {
  createWedgeDetector,
  longestRun,
  type KeyPress,
  type KeyRelease,
  type WedgeVerdict,
  isModifier,
  releasedOf,
} from './wedge-detector.ts'
import { letGoAtOnce, paceSlack, slowestPlainGap } from './rhythm.ts'

/** What parts the elements of a GS1 code. It has no key of its own. */
const groupSeparator = '\u001D'

/** What a key is to a group separator: the last key of one, or one before the last. */
type SeparatorSign = 'whole' | 'part'

interface SeparatorReader {
  /** To be asked of each key that goes down, in their order; absent where a key has no part in a separator. */
  readonly read: (event: KeyboardEvent) => SeparatorSign | undefined
  readonly release: (release: KeyRelease) => void
}

/** A key of the run, with how long it took to come to it. */
interface PacedKey extends KeyRelease {
  readonly gap: number
  readonly held?: number
}

/** Quicker than this from key to key no person presses a command, in milliseconds. */
const quick = 35

/** So many characters right before, each as quick, are in the midst of a code. */
const fewest = 4

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** A text field as it was before a key reached it. */
interface KeptField {
  readonly field: TextControl
  readonly value: string
  readonly start: number | null
  readonly end: number | null
}

const typesWithoutText: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])

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

/** Remembers the text field that has the focus; absent where characters are no text. */
function keepField(focused: Element | null): KeptField | undefined {
  if (!isTextControl(focused)) return undefined
  const { start, end } = selectionOf(focused)
  return { field: focused, value: focused.value, start, end }
}

/** Takes back what was typed into a field since, so that React and whoever else listens hears of it. */
function giveBack({ field, value, start, end }: KeptField): void {
  if (field.value === value) return
  setNativeValue(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (start !== null && end !== null && field === field.ownerDocument.activeElement) field.setSelectionRange(start, end)
}

function isTextControl(element: Element | null): element is TextControl {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled
  if (!(element instanceof HTMLInputElement)) return false
  return !element.readOnly && !element.disabled && !typesWithoutText.has(element.type)
}

/** Fields for e-mail and numbers have no selection to ask for. */
function selectionOf(field: TextControl): { readonly start: number | null; readonly end: number | null } {
  return { start: field.selectionStart, end: field.selectionEnd }
}

/** React overrides `value` on the element to see what it set itself; the prototype's setter goes past it. */
function setNativeValue(field: TextControl, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
}

/**
 * Sees a group separator in the keys that scanners send for it: Ctrl and the bracket that has its place in ASCII, which has
 * another sign on other keyboard layouts, or Alt and its number on the keypad. Only in the midst of what no hand types: Ctrl
 * and a plus is a person's zoom.
 */
function createSeparatorReader({ longestGap = 0, longestHold = null }: ScannerTraits): SeparatorReader {
  let run: readonly PacedKey[] = []
  let latest = -Infinity
  /** The longest from one key to the next since the latest of the run, modifiers among them. */
  let gap = 0
  let digits = ''

  const isInMidst = (): boolean => {
    if (run.length < fewest) return false
    const holds = run.map(({ held }) => held)
    const isSlowOne = longestHold !== null && letGoAtOnce([longestHold]) && letGoAtOnce(holds, longestHold)
    const learnt = longestGap + paceSlack
    const pace = isSlowOne ? learnt : Math.max(quick, Math.min(learnt, slowestPlainGap))
    return Math.max(gap, ...run.slice(1).map((one) => one.gap)) <= pace
  }
  const add = ({ key, code, timeStamp: at }: KeyboardEvent): void => {
    run = [...run, { key, code, at, gap }].slice(-fewest)
    gap = 0
    digits = ''
  }

  return {
    read(event) {
      const { key, code, ctrlKey, altKey, timeStamp: at } = event
      if (event.repeat || event.isComposing) return undefined
      gap = Math.max(gap, at - latest)
      latest = at
      if (isModifier(key)) return undefined
      if ((!ctrlKey && !altKey && !event.metaKey) || event.getModifierState('AltGraph')) {
        if (Array.from(key).length === 1) add(event)
        return undefined
      }
      if (ctrlKey && !altKey && (key === ']' || (code === 'BracketRight' && isInMidst()))) {
        add(event)
        return 'whole'
      }
      const digit = /^Numpad([0-9])$/.exec(code)?.[1]
      if (!altKey || ctrlKey || digit === undefined || !isInMidst()) return undefined
      digits += digit
      if (!/^0{0,2}29$/.test(digits)) return 'part'
      digits = ''
      return 'whole'
    },
    release(release) {
      run = releasedOf(run, release)
    },
  }
}

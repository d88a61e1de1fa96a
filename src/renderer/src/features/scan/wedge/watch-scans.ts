import {
  endsByItself,
  letGoAtOnce,
  longestPause,
  paceSlack,
  slowestPlainGap,
  type Scan,
  type ScannerTraits,
  type TimedKey,
} from './scan-evidence.ts'
import {
  createWedgeDetector,
  isCharacter,
  isModifier,
  longestRun,
  type KeyPress,
  type KeyRelease,
  releasedOf,
  type WedgeVerdict,
} from './wedge-detector.ts'

/** The character that separates the elements of a GS1 code. No key types it. */
const groupSeparator = '\u001D'

/** A gap between two keys, in milliseconds. No user presses a shortcut this soon after the previous key. */
const quick = 35

/** If this many fast characters came before a key, a scanner is sending a code. */
const fewest = 4

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** The state of a text field before a key reached it. `start` is null in a field without a selection, such as an e-mail field. */
interface KeptField {
  readonly field: TextControl
  readonly value: string
  readonly start: number | null
  readonly end: number | null
}

const typesWithoutText = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/

export interface ScanListener {
  readonly scanned: (scan: Scan) => void
  /** Called if a scanner sent a text that names no box. `isPart`: the text may lack a part of its code. */
  readonly unread: (text: string, isPart?: true) => void
  /** Called if an Enter has no effect, because it came as fast as a scanner's. */
  readonly held?: () => void
  /** Called if a character was typed that may belong to a code. */
  readonly typing?: () => void
  /** Receives each key first. `keep` and `swallow` exclude the key from scan detection. `swallow` also stops the key's default action. */
  readonly press?: (press: KeyPress) => 'keep' | 'swallow' | undefined
  readonly release?: (release: KeyRelease) => void
}

/**
 * Listens for a scanner in the whole document, before fields and buttons get the keys. Removes characters of a scan that reached a
 * field. The Enter of a scan presses no button. Returns a function that stops listening.
 */
export function watchScans(document: Document, traits: ScannerTraits, listener: ScanListener): () => void {
  const window = document.defaultView
  if (window === null) return () => undefined
  const detector = createWedgeDetector(traits)
  const separators = createSeparatorReader(traits)
  const ending = new AbortController()
  let kept: (KeptField | undefined)[] = []
  let lastAt = Number.NEGATIVE_INFINITY
  let settling: ReturnType<typeof setTimeout> | undefined

  const act = (verdict: WedgeVerdict): void => {
    if ((verdict.kind !== 'scan' && verdict.kind !== 'unread') || isSecret(verdict, document.activeElement)) return
    takeBack(kept.slice(-verdict.leaked))
    kept = []
    if (verdict.kind === 'unread') listener.unread(verdict.text, verdict.isPart)
    else if (!verdict.again) listener.scanned(verdict.scan)
  }

  const settleLater = (): void => {
    clearTimeout(settling)
    settling = setTimeout(() => act(detector.settle(performance.now())), detector.settlePause + 10)
  }

  const take = (event: KeyboardEvent): void => {
    const focused = document.activeElement
    if (isCopy(event, focused)) return
    const field = keepField(focused)
    const sign = separators.read(event)
    if (sign === 'part') return swallow(event)
    const key = sign === 'whole' ? groupSeparator : event.key
    const press: KeyPress = {
      key,
      code: event.code,
      at: event.timeStamp,
      ignored: event.repeat || event.isComposing || (isCommand(event) && key !== groupSeparator),
      intoText: field !== undefined || (focused instanceof HTMLElement && focused.isContentEditable),
    }
    const wish = listener.press?.(press)
    if (wish === 'swallow') swallow(event)
    if (wish !== undefined) return
    const heard = detector.press(press)
    const verdict: WedgeVerdict = isSecret(heard, focused) ? { kind: 'nothing' } : heard
    if (isCharacter(key)) {
      // After a long pause a new code begins, so what the fields held before is no longer needed.
      kept = [...(event.timeStamp - lastAt > longestPause ? [] : kept), field].slice(-longestRun)
      lastAt = event.timeStamp
      settleLater()
      listener.typing?.()
    }
    if (verdict.kind === 'held') {
      if (!decidesByEnter(focused)) return
      listener.held?.()
    }
    // On some keyboard layouts, the keys of a separator are also a browser shortcut, such as zoom. So the browser must not get these keys.
    if (verdict.kind !== 'nothing' || (sign === 'whole' && event.key !== ']')) swallow(event)
    // A closed list chooses by typing. The first character of a scan is not known as one yet.
    else if (isClosedList(focused) && isCharacter(key) && key !== ' ' && !isCommand(event)) event.stopPropagation()
    act(verdict)
  }

  const letGo = (event: KeyboardEvent): void => {
    if (isCopy(event, document.activeElement)) return
    const { key, code, timeStamp: at } = event
    separators.release({ key, code, at })
    detector.release({ key, code, at })
    listener.release?.({ key, code, at })
  }

  const forget = ({ timeStamp }: Event): void => detector.forget(timeStamp)
  const { signal } = ending
  // Listeners that capture on the window run before all listeners of the document that handle Enter.
  window.addEventListener('keydown', take, { capture: true, signal })
  window.addEventListener('keyup', letGo, { capture: true, signal })
  for (const name of ['paste', 'pointerdown', 'compositionstart'] as const)
    window.addEventListener(name, forget, { capture: true, signal })
  return () => {
    clearTimeout(settling)
    ending.abort()
  }
}

/**
 * Whether Enter in the control may decide something. In a field for a box or a search it only goes on, and in a text area it is text. Programs
 * type passwords with Enter.
 */
const decidesByEnter = (focused: Element | null): boolean =>
  focused?.matches('textarea, [type="password"], [type="search"], [data-box-field], [data-box-batch] *') !== true

/**
 * Whether the text may be a password that a program types into a field for passwords. It stays there and is not shown. Only a text with a
 * scanner's marks, and a whole address, are a scan there.
 */
const isSecret = (verdict: WedgeVerdict, focused: Element | null): boolean => {
  // No program types a PIN, but a scan into the field for a PIN would count as a wrong one.
  if (focused?.matches('[type="password"]') !== true || focused.matches('[inputmode="numeric"]')) return false
  return (
    verdict.kind === 'unread' || (verdict.kind === 'scan' && verdict.scan.by === 'rhythm' && !endsByItself(verdict))
  )
}

const isClosedList = (focused: Element | null): boolean => focused?.matches('[aria-haspopup="listbox"]') === true

/**
 * Whether a key event is a copy that a component made for an element without the focus. A list of suggestions makes such copies for its
 * highlighted option while the focus stays in the text field.
 */
const isCopy = ({ target, isTrusted }: KeyboardEvent, focused: Element | null): boolean =>
  !isTrusted && target instanceof HTMLElement && target !== focused && target !== target.ownerDocument.body

function swallow(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Restores every field that characters of the code have reached. */
function takeBack(kept: readonly (KeptField | undefined)[]): void {
  const first = new Map<Element, KeptField>()
  for (const one of kept) if (one !== undefined && !first.has(one.field)) first.set(one.field, one)
  for (const one of first.values()) giveBack(one)
}

/** Whether the key is a command. On some systems AltGr reports Ctrl and Alt, although it types characters. */
function isCommand(event: KeyboardEvent): boolean {
  return !event.getModifierState('AltGraph') && (event.ctrlKey || event.altKey || event.metaKey)
}

/** Remembers the focused text field. Undefined if no text field has the focus. */
function keepField(focused: Element | null): KeptField | undefined {
  if (!isTextControl(focused)) return undefined
  return { field: focused, value: focused.value, start: focused.selectionStart, end: focused.selectionEnd }
}

/** Restores a field and fires an input event, so that React and other listeners notice the change. */
function giveBack({ field, value, start, end }: KeptField): void {
  if (field.value === value) return
  // React overrides `value` on the element to track its own changes. The setter of the prototype bypasses this override.
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (start !== null && end !== null && field === field.ownerDocument.activeElement) field.setSelectionRange(start, end)
}

function isTextControl(element: Element | null): element is TextControl {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled
  if (!(element instanceof HTMLInputElement)) return false
  return !element.readOnly && !element.disabled && !typesWithoutText.test(element.type)
}

/**
 * Recognizes a group separator by the keys that scanners send for it. Some scanners send Ctrl with the key that types `]` on a US
 * keyboard. On other layouts this key types another character. Other scanners send Alt with 29 on the keypad. If such keys also have
 * another meaning, they count only inside a code. For example, Ctrl and plus is the zoom of the browser.
 */
function createSeparatorReader({ longestGap = 0, longestHold = null }: ScannerTraits) {
  /** Each key with the gap before it in milliseconds. */
  let run: readonly (TimedKey & { readonly gap: number })[] = []
  let latest = -Infinity
  /** The longest gap since the last key of the run, modifiers included. */
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
    /** To be called for each keydown, in order. Returns `whole` for the last key of a separator and `part` for an earlier key. */
    read(event: KeyboardEvent): 'whole' | 'part' | undefined {
      const { key, code, ctrlKey, altKey, timeStamp: at } = event
      if (event.repeat || event.isComposing) return undefined
      gap = Math.max(gap, at - latest)
      latest = at
      if (isModifier(key)) return undefined
      if ((!ctrlKey && !altKey && !event.metaKey) || event.getModifierState('AltGraph')) {
        if (isCharacter(key)) add(event)
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
    release(release: KeyRelease): void {
      run = releasedOf(run, release)
    },
  }
}

import { vi } from 'vitest'
import type { Scan, ScannerTraits } from '../../src/renderer/src/features/scan/wedge/scan-evidence.ts'
import { watchScans } from '../../src/renderer/src/features/scan/wedge/watch-scans.ts'

/** The parts of a text field that a scan uses. Typing adds characters; the prototype's setter bypasses React. */
export class FakeInput extends EventTarget {
  readonly type: string
  readonly #inputMode: string
  readonly readOnly = false
  readonly disabled = false
  readonly ownerDocument: { readonly activeElement: unknown }
  selectionStart: number | null
  selectionEnd: number | null
  #text: string
  constructor(owner: { readonly activeElement: unknown }, text: string, type = 'text', inputMode = 'text') {
    super()
    this.#inputMode = inputMode
    this.ownerDocument = owner
    this.type = type
    this.#text = text
    this.selectionStart = type === 'email' ? null : text.length
    this.selectionEnd = this.selectionStart
  }
  get value(): string {
    return this.#text
  }
  set value(text: string) {
    this.#text = text
  }
  matches(selectors: string): boolean {
    return [`[type="${this.type}"]`, `[inputmode="${this.#inputMode}"]`].some((one) => selectors.includes(one))
  }
  setSelectionRange(start: number, end: number): void {
    this.selectionStart = start
    this.selectionEnd = end
  }
}
export class FakeTextArea {
  readonly value = ''
  matches(selectors: string): boolean {
    return selectors.split(', ').includes('textarea')
  }
}
export class FakeElement {
  readonly isContentEditable = false
  readonly #selector: string | undefined
  constructor(selector?: string) {
    this.#selector = selector
  }
  matches(selectors: string): boolean {
    return this.#selector !== undefined && selectors.split(', ').includes(this.#selector)
  }
}

export interface Key {
  readonly key: string
  readonly at: number
  readonly repeat?: boolean
  readonly code?: string
  readonly ctrlKey?: boolean
  readonly altKey?: boolean
  readonly altGraph?: boolean
}

function keyEvent({
  key,
  at,
  code = '',
  repeat = false,
  ctrlKey = false,
  altKey = false,
  altGraph = false,
}: Key): Event {
  const event = new Event('keydown', { cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: at })
  return Object.assign(event, {
    key,
    code,
    repeat,
    ctrlKey,
    altKey: altKey || altGraph,
    metaKey: false,
    isComposing: false,
    getModifierState: (name: string) => name === 'AltGraph' && altGraph,
  })
}

/** A page without a browser, in which scans are listened for. */
export function openKeyPage(traits: ScannerTraits = { prefix: '', suffix: '' }) {
  const window = new EventTarget()
  const page: { defaultView: EventTarget; activeElement: unknown } = {
    defaultView: window,
    activeElement: new FakeElement(),
  }
  const scans: Scan[] = []
  const unread: string[] = []
  const held: true[] = []
  const listener = {
    scanned: (scan: Scan) => scans.push(scan),
    unread: (text: string) => unread.push(text),
    held: () => held.push(true),
  }
  const end = watchScans(page as unknown as Document, traits, listener)
  /** Presses a key. Like a browser, types it into the focused field unless a listener prevented it. */
  const press = (key: Key): Event => {
    const event = keyEvent(key)
    window.dispatchEvent(event)
    const field = page.activeElement
    const types = key.key.length === 1 && (key.ctrlKey !== true || key.altGraph === true)
    if (!event.defaultPrevented && field instanceof FakeInput && types) field.value += key.key
    return event
  }
  const scan = (text: string, at = 1000): Event[] =>
    [...Array.from(text), 'Enter'].map((key, index) => press({ key, at: at + index * 3 }))
  const release = ({ key, code = '', at }: Key): void => {
    const event = Object.assign(new Event('keyup'), { key, code })
    Object.defineProperty(event, 'timeStamp', { value: at })
    window.dispatchEvent(event)
  }
  return { window, page, scans, unread, held, press, release, scan, end }
}

/** Makes the elements of such pages count as a browser's. */
export function stubElements(): void {
  vi.stubGlobal('HTMLInputElement', FakeInput)
  vi.stubGlobal('HTMLTextAreaElement', FakeTextArea)
  vi.stubGlobal('HTMLElement', FakeElement)
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** A text field as it was before a key reached it. */
export interface KeptField {
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

/** Remembers the text field that has the focus; absent where characters are no text. */
export function keepField(focused: Element | null): KeptField | undefined {
  if (!isTextControl(focused)) return undefined
  const { start, end } = selectionOf(focused)
  return { field: focused, value: focused.value, start, end }
}

/** Takes back what was typed into a field since, so that React and whoever else listens hears of it. */
export function giveBack({ field, value, start, end }: KeptField): void {
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

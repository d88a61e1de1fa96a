/** Milliseconds between two looks. A dialog opens and a form is left without an event of its own. */
const lookEvery = 5000

type Field = HTMLInputElement | HTMLTextAreaElement

const isField = (target: EventTarget | null): target is Field =>
  (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)) ||
  target instanceof HTMLTextAreaElement

/**
 * Reports whether something is typed in a field of the page or a dialog is open: at once, and with every change. A field that was
 * emptied or has left the page no longer counts. Returns the function that ends it.
 */
export function watchForms(page: Document, report: (hasOpenForm: boolean) => void): () => void {
  const typed = new Set<Field>()
  let last: boolean | undefined
  const look = (): void => {
    for (const field of typed) if (!field.isConnected || field.value === '') typed.delete(field)
    const isOpen = typed.size > 0 || page.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    if (isOpen === last) return
    last = isOpen
    report(isOpen)
  }
  const note = ({ target }: Event): void => {
    if (!isField(target)) return
    typed.add(target)
    look()
  }
  page.addEventListener('input', note, { capture: true, passive: true })
  const timer = setInterval(look, lookEvery)
  look()
  return () => {
    clearInterval(timer)
    page.removeEventListener('input', note, { capture: true })
  }
}

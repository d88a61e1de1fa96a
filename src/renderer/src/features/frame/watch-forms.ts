/** Milliseconds between two checks. Regular checks are needed, because a dialog may open or a form may close without an event. */
const lookEvery = 5000

const fields = 'input:not([type="checkbox"], [type="radio"]), textarea'
const dialogs = '[role="dialog"], [role="alertdialog"]'

type Field = HTMLInputElement | HTMLTextAreaElement
type Repeat = (action: () => void) => () => void

const repeatByTime: Repeat = (action) => {
  const timer = setInterval(action, lookEvery)
  return () => clearInterval(timer)
}

/**
 * Reports whether a field of the page contains typed text or a dialog is open. The first report comes at once, and further reports come on
 * every change. A field that was emptied or has left the page no longer counts. Returns a function that stops the reports.
 */
export function watchForms(
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'querySelector'>,
  report: (hasOpenForm: boolean) => void,
  repeat: Repeat = repeatByTime,
): () => void {
  const typed = new Set<Field>()
  let last: boolean | undefined
  const look = (): void => {
    for (const field of typed) if (!field.isConnected || field.value === '') typed.delete(field)
    const isOpen = typed.size > 0 || page.querySelector(dialogs) !== null
    if (isOpen === last) return
    last = isOpen
    report(isOpen)
  }
  const note = ({ target }: Event): void => {
    const field = target as Field
    if (!field.matches(fields)) return
    typed.add(field)
    look()
  }
  page.addEventListener('input', note, { capture: true, passive: true })
  const endRepeating = repeat(look)
  look()
  return () => {
    endRepeating()
    page.removeEventListener('input', note, { capture: true })
  }
}

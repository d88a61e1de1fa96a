/** What Enter does in a form: focus the next empty field, or go to the next step. */
export type EnterMove = 'next-field' | 'next-step' | 'nothing'

/**
 * Handles Enter in a field of the step: focuses the next empty field, or reports that the step is finished. Open lists
 * and multi-line fields keep their Enter.
 */
export function moveOn(step: HTMLElement, from: EventTarget | null): EnterMove {
  if (!(from instanceof HTMLInputElement) || !step.contains(from)) return 'nothing'
  if (from.getAttribute('aria-expanded') === 'true') return 'nothing'
  const fields = [...step.querySelectorAll<HTMLInputElement>('input:not([type=radio]):not([type=checkbox])')]
  const next = fields.slice(fields.indexOf(from) + 1).find((field) => field.value === '' && !isOptional(field))
  if (next === undefined || from.type === 'radio') return 'next-step'
  next.focus()
  return 'next-field'
}

/** A field that may stay empty, or already shows the value it will get, is skipped. */
function isOptional(field: HTMLInputElement): boolean {
  return field.closest('[data-optional]') !== null
}

/** Focuses where the user continues: the first invalid field, or with `any` the first empty one, else the first. */
export function focusFirst(step: HTMLElement, selector: 'invalid' | 'any'): void {
  if (selector === 'invalid') {
    const wrong = 'input[aria-invalid=true], input[data-invalid], [role=radiogroup][aria-invalid=true] input'
    step.querySelector<HTMLElement>(wrong)?.focus()
    return
  }
  const fields = [...step.querySelectorAll<HTMLInputElement>('input:not([disabled])')]
  const first = fields.find(isUnanswered) ?? fields.find(({ type }) => type !== 'radio')
  const target = first ?? step.querySelector<HTMLElement>('button')
  target?.focus({ preventScroll: true })
  target?.scrollIntoView({ block: 'nearest' })
}

function isUnanswered(field: HTMLInputElement): boolean {
  if (field.type === 'radio') return field.closest('[role=radiogroup]')?.querySelector('input:checked') === null
  return field.value === '' && !isOptional(field)
}

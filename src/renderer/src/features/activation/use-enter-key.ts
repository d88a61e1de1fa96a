import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { focusQuestion } from './box-messages.tsx'
import type { FormStep } from './draft/steps.ts'

/**
 * Enter moves to the next empty field or the next step. Ctrl/Cmd+Enter moves to the next step from anywhere. The
 * listener captures, because some controls swallow their keys. The Enter of a scan never gets here.
 */
export function useEnterKey(step: RefObject<HTMLElement | null>, goOn: () => void): void {
  const go = useEffectEvent(goOn)
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.isComposing || event.repeat || event.altKey || event.shiftKey) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const isCommand = event.ctrlKey || event.metaKey
      const next = isCommand ? 'next-step' : step.current === null ? undefined : findNext(step.current, event.target)
      if (next === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (next === 'next-step') go()
      else next.focus()
    }
    document.addEventListener('keydown', take, { capture: true })
    return () => document.removeEventListener('keydown', take, { capture: true })
  }, [step])
}

/**
 * Opens each step at its top, with the focus on the first field to fill in. A question about a scan comes first; its
 * buttons do not get the focus, so no Enter answers it.
 */
export function useFocusOnStep(
  body: RefObject<HTMLElement | null>,
  step: FormStep,
  { isAsking, isRestored }: { readonly isAsking: boolean; readonly isRestored: boolean },
): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const isUnasked = isRestored && isFirst.current
    isFirst.current = false
    document.getElementById('main')?.scrollTo(0, 0)
    if (isAsking) focusQuestion()
    // A restored draft may not be the expected one, so the focus stays off the save button until the technician has
    // looked.
    else if (step === 'check')
      document
        .querySelector<HTMLElement>(isUnasked ? '#activation-step' : '[data-go-on]')
        ?.focus({ preventScroll: true })
    else if (body.current !== null) focusFirst(body.current)
  }, [body, step, isAsking, isRestored])
}

/** Focuses the first invalid field. Waits one frame, because the error marks are rendered only then. */
export function focusInvalid(body: RefObject<HTMLElement | null>): void {
  const wrong = 'input[aria-invalid=true], input[data-invalid], [role=radiogroup][aria-invalid=true] input'
  requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(wrong)?.focus())
}

/**
 * Where Enter in this field leads: to the next empty field, or to the next step. Undefined if it stays the field's own,
 * as in an open list or in several lines of text.
 */
function findNext(step: HTMLElement, from: EventTarget | null): HTMLInputElement | 'next-step' | undefined {
  if (!(from instanceof HTMLInputElement) || !step.contains(from)) return undefined
  if (from.getAttribute('aria-expanded') === 'true') return undefined
  const fields = [...step.querySelectorAll<HTMLInputElement>('input:not([type=radio]):not([type=checkbox])')]
  const next = fields.slice(fields.indexOf(from) + 1).find((field) => field.value === '' && !isOptional(field))
  return next === undefined || from.type === 'radio' ? 'next-step' : next
}

/** A field that may stay empty, or already shows the value it will get, is skipped. */
function isOptional(field: HTMLInputElement): boolean {
  return field.closest('[data-optional]') !== null
}

/** Focuses where the user continues: the first empty field, else the first one. */
function focusFirst(step: HTMLElement): void {
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

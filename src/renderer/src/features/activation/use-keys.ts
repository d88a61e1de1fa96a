import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import type { DraftPath, DraftReading } from './draft/read-draft.ts'

type Problems = DraftReading['problems']

interface EnterActions {
  /** Validates a field after Enter was pressed in it. Resolves to true if the field has no problem. */
  readonly settle: (path: DraftPath) => Promise<boolean>
  readonly problemsNow: () => Problems
  /** Saves the draft, or shows the problem that prevents it. */
  readonly save: () => void
  /** Called on Enter when no field of the form has a problem. */
  readonly ready: () => void
}

/**
 * Handles Enter in the form. If the field has a problem, the focus stays in that field. Otherwise the focus moves to the next field with a
 * problem. If no field has a problem, the focus moves to the save button, and only another Enter presses the button. Ctrl/Cmd+Enter saves
 * from anywhere. The listener runs in the capture phase, because some controls stop their key events. The Enter of a scan never reaches
 * this listener.
 */
export function useEnterKey(form: RefObject<HTMLElement | null>, actions: EnterActions): void {
  const save = useEffectEvent(actions.save)
  const leave = useEffectEvent(async (field: HTMLElement) => {
    const paths = pathsOf(field)
    for (const path of paths) if (!(await actions.settle(path))) return
    const next = form.current === null ? undefined : nextProblem(form.current, actions.problemsNow(), field)
    if (next === undefined) actions.ready()
    else focusIn(next)
  })
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || event.isComposing || event.repeat || event.altKey || event.shiftKey) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return
      const isCommand = event.ctrlKey || event.metaKey
      const field = isCommand ? undefined : fieldOf(form.current, event.target)
      if (!isCommand && field === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (field === undefined) save()
      else void leave(field)
    }
    document.addEventListener('keydown', take, { capture: true })
    return () => document.removeEventListener('keydown', take, { capture: true })
  }, [form])
}

/**
 * Focuses the first field to fill in when the form opens, and again after a question about a scan was answered. While such a question is
 * open, the question has the focus. Its buttons do not get the focus, so that Enter cannot answer the question. The save button never gets
 * the focus, because a restored draft may not be the draft that the technician expects.
 */
export function useFirstField(form: RefObject<HTMLElement | null>, isAsking: boolean, problems: Problems): void {
  const begin = useEffectEvent(() => focusFirst(form, problems))
  useEffect(() => {
    if (isAsking) focusQuestion()
    else begin()
  }, [isAsking])
}

function focusFirst(form: RefObject<HTMLElement | null>, problems: Problems): void {
  const field = form.current === null ? undefined : nextProblem(form.current, problems)
  if (field === undefined) document.getElementById('activation-title')?.focus({ preventScroll: true })
  else focusIn(field)
}

/** Focuses the first field to fill in when a label replaces the box field, because the focus in the box field is then lost. */
export function useFocusBehindBox(form: RefObject<HTMLElement | null>, isLabel: boolean, problems: Problems): void {
  const wasLabel = useRef(isLabel)
  const goOn = useEffectEvent(() => focusFirst(form, problems))
  useEffect(() => {
    const isNew = isLabel && !wasLabel.current
    wasLabel.current = isLabel
    if (isNew && (document.activeElement === null || document.activeElement === document.body)) goOn()
  }, [isLabel])
}

/** Focuses the question about a scan, if there is one. */
export function focusQuestion(): void {
  document.querySelector<HTMLElement>('[data-question]')?.focus()
}

/** Focuses a field of the form by its path. Waits one frame, because the field may not be rendered before. */
export function focusField(form: RefObject<HTMLElement | null>, path: DraftPath): void {
  requestAnimationFrame(() => {
    const field = findField(form.current, path)
    if (field !== undefined) focusIn(field)
  })
}

/** Focuses the first field with a problem. Waits one frame, because the error marks are not rendered before. */
export function focusProblem(form: RefObject<HTMLElement | null>, problems: Problems): void {
  requestAnimationFrame(() => {
    const field = form.current === null ? undefined : nextProblem(form.current, problems)
    if (field !== undefined) focusIn(field)
  })
}

/** Moves the focus off the save button, so that a scanner's second Enter does not press it. */
export function leaveSaveButton(): void {
  if (document.activeElement?.closest('[data-go-on]') === null) return
  document.getElementById('activation-title')?.focus({ preventScroll: true })
}

const pathsOf = (field: HTMLElement): readonly DraftPath[] => (field.dataset['path'] ?? '').split(' ') as DraftPath[]

const findField = (form: HTMLElement | null, path: DraftPath): HTMLElement | undefined =>
  form?.querySelector<HTMLElement>(`[data-path~="${path}"]`) ?? undefined

/** Returns the first field with a problem after `from`, or else the first field with a problem in the form. */
function nextProblem(form: HTMLElement, problems: Problems, from?: HTMLElement): HTMLElement | undefined {
  const wrong = [...form.querySelectorAll<HTMLElement>('[data-path]')].filter((field) =>
    pathsOf(field).some((path) => problems[path] !== undefined),
  )
  const isBehind = (field: HTMLElement): boolean =>
    from !== undefined && (from.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return wrong.find(isBehind) ?? wrong[0]
}

/**
 * Returns the field of the form in which a key was pressed. Undefined outside the form, and if the control uses Enter itself, as an open
 * list or the box field does.
 */
function fieldOf(form: HTMLElement | null, target: EventTarget | null): HTMLElement | undefined {
  if (!(target instanceof HTMLInputElement) || form?.contains(target) !== true) return undefined
  const isChoosing = target.getAttribute('aria-expanded') === 'true' && target.hasAttribute('aria-activedescendant')
  if (isChoosing || 'boxField' in target.dataset) return undefined
  return target.closest<HTMLElement>('[data-path]') ?? undefined
}

function focusIn(field: HTMLElement): void {
  const control =
    field.querySelector<HTMLElement>('input:checked') ??
    field.querySelector<HTMLElement>('input:not([disabled]), button')
  control?.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'nearest' })
}

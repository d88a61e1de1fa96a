import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type Resolver, set, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Activation, Draft } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { useCall } from '../../bridge/use-call.tsx'
import { type BoxText, isMeant, readBox } from '../scan/box-text.ts'
import { type DraftPath, type DraftReading, readDraft } from './draft/read-draft.ts'
import { draftBox } from './draft/stored-draft.ts'
import { noLogIn, type OptionSettings, type Settled } from './draft/make-draft.ts'
import { mobileSchema } from '../../../../shared/domain/customer/customer.ts'
import { sayCountry } from '../../ui/format-names.ts'

export type ActivationState = ReturnType<typeof useActivation>

export function useActivation(start: Draft, connection: Connection & Pick<Settled, 'last'>) {
  const resolver = useMemo(() => createDraftResolver(connection), [connection])
  const form = useForm<Draft>({ defaultValues: start, resolver, mode: 'onTouched' })
  const draft = useWatch({ control: form.control }) as Draft
  const reading = useMemo(() => readDraft(draft, connection), [draft, connection])
  const logIns = useRef<Partial<Record<Draft['kind'], Draft['logIn']>>>({})
  /** Whether the box is shown as a field instead of as a label. */
  const [isBoxOpen, setBoxOpen] = useState(() => !isClear(start.box))
  const [isMoreOpen, setMoreOpen] = useState(false)
  const mobile = useMobileReading(form, connection.phoneCountry)
  const chooseKind = (kind: Draft['kind']): void => {
    if (kind !== draft.kind) {
      logIns.current[draft.kind] = draft.logIn
      form.setValue('logIn', logIns.current[kind] ?? noLogIn)
    }
    form.setValue('kind', kind)
    form.clearErrors()
  }
  return {
    form,
    mobile,
    draft,
    reading,
    connection,
    isBoxOpen,
    setBoxOpen,
    isMoreOpen,
    setMoreOpen,
    /** The problems of the present values, including values that are not rendered yet. */
    problemsNow: () => readDraft(form.getValues(), connection).problems,
    /** Validates a field, and marks it if it has a problem. Resolves to true if the field has no problem. */
    settle: async (path: DraftPath) => {
      if (path === 'customer.mobile') await mobile.read()
      return await form.trigger(path)
    },
    /** Validates the draft, and marks all fields with a problem. Resolves to the result of the validation. */
    settleAll: async () => {
      await mobile.read()
      const settled = readDraft(form.getValues(), connection)
      await form.trigger(Object.keys(settled.problems) as DraftPath[])
      return settled
    },
    /** Changes the kind of work. Credentials that were typed for another kind come back when that kind is chosen again. */
    chooseKind,
    chooseBox: (hasBox: boolean) => {
      chooseKind('new-customer')
      form.setValue('withoutBox', !hasBox)
    },
    /** `whole`: the box with its model, if the model does not follow from the present box. */
    putBox: (box: BoxText, whole = draftBox(box, form.getValues('box'))) => {
      // A draft for a customer without a box becomes a draft with this box.
      form.setValue('withoutBox', false)
      form.setValue('box', whole, { shouldDirty: true })
      form.clearErrors('box')
      setBoxOpen(!isClear(box))
    },
  }
}

/** Whether a text can be shown as a box's label. */
const isClear = (box: BoxText): boolean => readBox(box).ok && isMeant(box)

/** Validates a draft for the form. Each problem becomes an error at its field, with the rule code as its type. */
export function createDraftResolver(connection: Pick<Connection, 'defaults'> & OptionSettings): Resolver<Draft> {
  return (draft) => {
    const errors: FieldErrors<Draft> = {}
    for (const [path, type] of Object.entries(readDraft(draft, connection).problems)) set(errors, path, { type })
    return Object.keys(errors).length === 0 ? { values: draft, errors: {} } : { values: {}, errors }
  }
}

/** Saves a draft as a new job, or as a correction of its job. After an error nothing has changed. */
export function useSave({ id: draftId, correcting, correctingRevision = 0, box }: Draft) {
  const create = useCall('job.save')
  const correct = useCall('job.correct')
  const { isBusy, error } = correcting === undefined ? create : correct
  const [savedBox, setSavedBox] = useState(box.raw)
  /** Resolves to the job's id. Undefined if saving failed. */
  const save = async (intent: Activation, evenIfKnown: boolean): Promise<string | undefined> => {
    setSavedBox(box.raw)
    if (correcting === undefined) {
      const reply = await create.run({ draftId, intent, evenIfKnown })
      return reply.ok ? reply.value.id : undefined
    }
    // Sends the revision that the form started with, so that a correction from elsewhere is not overwritten.
    const reply = await correct.run({ id: correcting, intent, revision: correctingRevision, evenIfKnown })
    return reply.ok ? correcting : undefined
  }
  // The error about a box says nothing about another box, and must not offer to save that box anyway.
  const isAboutOther = error?.code === 'box-in-job' && box.raw !== savedBox
  return { save, isBusy, error: isAboutOther ? undefined : error }
}

/** A local number as typed, and the international number that replaced it. */
interface MobileReading {
  readonly typed: string
  readonly read: string
  /** The country's name in the language of the screen. */
  readonly country: string
}

/** Loads the tables of telephone numbers, which are needed only once the field for the mobile number is used. */
const loadTables = () => import('../../../../shared/domain/customer/read-mobile.ts')

/** Turns local mobile numbers in a form into international numbers. `country`: the connection's country in two letters, or empty. */
function useMobileReading(form: UseFormReturn<Draft>, country: string) {
  const [reading, setReading] = useState<MobileReading>()
  /** The text that the technician wants to keep unchanged. */
  const insisted = useRef<string>(undefined)
  const put = (text: string): void =>
    form.setValue('customer.mobile', text, { shouldDirty: true, shouldValidate: true })
  return {
    reading,
    prepare: () => void loadTables(),
    /** Replaces a typed local number by the international number, if the international number is certain. */
    read: async (): Promise<void> => {
      const typed = form.getValues('customer.mobile')
      if (typed.trim() === '' || typed === insisted.current || mobileSchema.safeParse(typed).success) return
      const { readMobile } = await loadTables()
      const found = readMobile(typed, country)
      if (found === undefined || form.getValues('customer.mobile') !== typed) return
      put(found.mobile)
      setReading({ typed, read: found.mobile, country: sayCountry(found.country) })
    },
    undo: () => {
      if (reading === undefined) return
      insisted.current = reading.typed
      put(reading.typed)
      setReading(undefined)
    },
  }
}

/** Removes separators, such as spaces and dashes, from an international number. Any other text stays unchanged. */
export function withoutSeparators(typed: string): string {
  const text = typed.trim()
  const digits = text.replace(/[\s./()-]/g, '')
  return text.startsWith('+') && mobileSchema.safeParse(digits).success && !text.includes('(0)') ? digits : typed
}

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
 * open, the question has the focus. The buttons of the question do not get the focus, so that Enter cannot answer the question. The save
 * button never gets the focus, because a restored draft may not be the draft that the technician expects.
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

/** Focuses the first field to fill in when a label replaces the box field, because the focus that was in the box field is then lost. */
export function useFocusBehindBox(form: RefObject<HTMLElement | null>, isLabel: boolean, problems: Problems): void {
  const wasLabel = useRef(isLabel)
  const goOn = useEffectEvent(() => focusFirst(form, problems))
  useEffect(() => {
    const isNew = isLabel && !wasLabel.current
    wasLabel.current = isLabel
    if (isNew && (document.activeElement === null || document.activeElement === document.body)) goOn()
  }, [isLabel])
}

export function focusQuestion(): void {
  document.querySelector<HTMLElement>('[data-question]')?.focus()
}

/** Waits one frame, because the field may not be rendered yet. */
export function focusField(form: RefObject<HTMLElement | null>, path: DraftPath): void {
  requestAnimationFrame(() => {
    const field = findField(form.current, path)
    if (field !== undefined) focusIn(field)
  })
}

/** Waits one frame, because the error marks are not rendered yet. */
export function focusProblem(form: RefObject<HTMLElement | null>, problems: Problems): void {
  requestAnimationFrame(() => {
    const field = form.current === null ? undefined : nextProblem(form.current, problems)
    if (field !== undefined) focusIn(field)
  })
}

/** Focuses the first field to fill in, or else the title, when the pressed button has disappeared. Waits one frame for that. */
export function focusOnward(form: RefObject<HTMLElement | null>, problems: Problems): void {
  requestAnimationFrame(() => focusFirst(form, problems))
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
 * Returns the field of the form in which a key was pressed. Undefined if the key was pressed outside the form, or if the control uses Enter
 * itself, as an open list or the box field does.
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

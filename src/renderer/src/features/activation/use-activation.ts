import { useMemo, useRef, useState } from 'react'
import { type FieldErrors, type Resolver, set, useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Activation, Draft } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { useCall } from '../../bridge/use-call.ts'
import { type BoxText, isMeant, readBox } from '../scan/box-text.ts'
import { type DraftPath, readDraft } from './draft/read-draft.ts'
import { draftBox, noLogIn, type Settled, type OptionSettings } from './draft/make-draft.ts'
import { mobileSchema } from '../../../../shared/domain/customer/customer.ts'
import { sayCountry } from '../../ui/format-names.ts'

export type ActivationState = ReturnType<typeof useActivation>

/** Returns the form of one draft with its values, its validation and its actions. */
export function useActivation(start: Draft, connection: Connection & Pick<Settled, 'last'>) {
  const resolver = useMemo(() => createDraftResolver(connection), [connection])
  const form = useForm<Draft>({ defaultValues: start, resolver, mode: 'onTouched' })
  const draft = useWatch({ control: form.control }) as Draft
  const reading = useMemo(() => readDraft(draft, connection), [draft, connection])
  const logIns = useRef<Partial<Record<Draft['kind'], Draft['logIn']>>>({})
  /** Whether the box is shown as a field instead of as a label. */
  const [isBoxOpen, setBoxOpen] = useState(() => !isClear(start.box))
  /** Whether the part with rarely changed fields is open. */
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
    /** Changes the kind of work. Credentials that were typed for another kind return with that kind. */
    chooseKind,
    chooseBox: (hasBox: boolean) => {
      chooseKind('new-customer')
      form.setValue('withoutBox', !hasBox)
    },
    putBox: (box: BoxText) => {
      // A draft for a customer without a box becomes a draft with this box.
      form.setValue('withoutBox', false)
      form.setValue('box', draftBox(box, form.getValues('box.model')), { shouldDirty: true })
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
export function useSave({ id: draftId, correcting, correctingRevision = 0 }: Draft) {
  const create = useCall('job.save')
  const correct = useCall('job.correct')
  const { isBusy, error } = correcting === undefined ? create : correct
  /** Resolves to the job's id. Undefined if saving failed. */
  const save = async (intent: Activation, evenIfKnown: boolean): Promise<string | undefined> => {
    if (correcting === undefined) {
      const reply = await create.run({ draftId, intent, evenIfKnown })
      return reply.ok ? reply.value.id : undefined
    }
    // Sends the revision that the form started with, so that a correction from elsewhere is not overwritten.
    const reply = await correct.run({ id: correcting, intent, revision: correctingRevision })
    return reply.ok ? correcting : undefined
  }
  return { save, isBusy, error }
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
    /** Replaces a typed local number by the international number, if that number is certain. */
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

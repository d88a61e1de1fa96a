import { useMemo, useRef, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { Draft } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import type { BoxText } from '../scan/box-text.ts'
import { createDraftResolver } from './draft/draft-form.ts'
import { readDraft, type DraftReading } from './draft/read-draft.ts'
import { draftBox } from './draft/make-draft.ts'
import { createsCustomer } from './draft/creates-customer.ts'
import { isOpen, problemsIn, stepAfter, stepBefore, stepsOf, type FormStep } from './draft/steps.ts'

/** The form of one draft: its values, its validation and the navigation between its steps. */
export interface ActivationState {
  readonly form: UseFormReturn<Draft>
  readonly draft: Draft
  readonly reading: DraftReading
  /** The plan step may be skipped: there is only one product and nothing to ask. */
  readonly isPlanSettled: boolean
  readonly isOpen: (step: FormStep) => boolean
  /** Opens a step and marks its problems. */
  readonly show: (step: FormStep) => void
  /** Goes to the next step. Resolves to false, with the fields marked, if this step has problems. */
  readonly goOn: () => Promise<boolean>
  readonly goBack: () => void
  /** Changes the kind of work. Credentials typed for another kind come back when that kind is chosen again. */
  readonly chooseKind: (kind: Draft['kind']) => void
  readonly putBox: (box: BoxText) => void
}

/** Holds a draft as a form. */
export function useActivation(start: Draft, connection: Connection): ActivationState {
  const resolver = useMemo(() => createDraftResolver(connection), [connection])
  const form = useForm<Draft>({ defaultValues: start, resolver, mode: 'onTouched' })
  const draft = useWatch({ control: form.control }) as Draft
  const reading = useMemo(() => readDraft(draft, connection), [draft, connection])
  const [isPlanSettled] = useState(() => connection.products.length === 1 && connection.creationQuestions.length === 0)
  const logIns = useRef<Partial<Record<Draft['kind'], Draft['logIn']>>>({})

  const goTo = (step: FormStep): void => form.setValue('step', step)
  const mark = async (step: FormStep): Promise<void> => {
    await form.trigger([...problemsIn(step, draft.kind, reading.problems)])
  }
  return {
    form,
    draft,
    reading,
    isPlanSettled,
    isOpen: (step) => isOpen(step, draft, reading),
    show: (step) => {
      goTo(step)
      void mark(step)
    },
    goOn: async () => {
      if (problemsIn(draft.step, draft.kind, reading.problems).length > 0) {
        await mark(draft.step)
        return false
      }
      goTo(stepAfter(draft, reading, isPlanSettled))
      return true
    },
    goBack: () => {
      const before = stepBefore(draft)
      if (before !== undefined) goTo(before)
    },
    chooseKind: (kind) => {
      form.setValue('kind', kind)
      if (!(createsCustomer(draft.kind) && createsCustomer(kind))) {
        logIns.current[draft.kind] = draft.logIn
        form.setValue('logIn', logIns.current[kind] ?? { userid: '', password: '' })
      }
      if (!stepsOf(kind).includes(draft.step)) form.setValue('step', 'customer')
      form.clearErrors()
    },
    putBox: (box) => {
      // A box was scanned for a customer who was to have none.
      if (draft.kind === 'customer-alone') form.setValue('kind', 'new-customer')
      form.setValue('box', draftBox(box, draft.box.model), { shouldDirty: true })
      form.clearErrors('box')
    },
  }
}

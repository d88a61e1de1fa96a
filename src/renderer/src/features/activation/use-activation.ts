import { useMemo, useRef, useState } from 'react'
import { set, useForm, useWatch, type FieldErrors, type Resolver } from 'react-hook-form'
import type { Draft, DraftIntent } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { useCall } from '../../bridge/use-call.ts'
import type { BoxText } from '../scan/box-text.ts'
import { readDraft } from './draft/read-draft.ts'
import { createsCustomer, type OptionSettings } from './draft/draft-options.ts'
import { draftBox, noLogIn } from './draft/make-draft.ts'
import { isOpen, problemsIn, stepAfter, stepBefore, stepsOf, type FormStep } from './draft/steps.ts'

export type ActivationState = ReturnType<typeof useActivation>

/** The form of one draft: its values, its validation and the navigation between its steps. */
export function useActivation(start: Draft, connection: Connection) {
  const resolver = useMemo(() => createDraftResolver(connection), [connection])
  const form = useForm<Draft>({ defaultValues: start, resolver, mode: 'onTouched' })
  const draft = useWatch({ control: form.control }) as Draft
  const reading = useMemo(() => readDraft(draft, connection), [draft, connection])
  /** The plan step may be skipped: there is only one product and nothing to ask. */
  const [isPlanSettled] = useState(() => connection.products.length === 1 && connection.creationQuestions.length === 0)
  const before = stepBefore(draft)
  const after = stepAfter(draft, reading, isPlanSettled)
  const logIns = useRef<Partial<Record<Draft['kind'], Draft['logIn']>>>({})

  const goTo = (step: FormStep): void => form.setValue('step', step)
  const mark = async (step: FormStep): Promise<void> => {
    await form.trigger(problemsIn(step, draft.kind, reading.problems))
  }
  return {
    form,
    draft,
    reading,
    connection,
    before,
    after,
    isOpen: (step: FormStep) => isOpen(step, draft, reading),
    /** Opens a step and marks its problems. */
    show: (step: FormStep) => {
      goTo(step)
      void mark(step)
    },
    /** Goes to the next step. Resolves to false, with the fields marked, if this step has problems. */
    goOn: async () => {
      if (problemsIn(draft.step, draft.kind, reading.problems).length > 0) {
        await mark(draft.step)
        return false
      }
      goTo(after)
      return true
    },
    goBack: () => {
      if (before !== undefined) goTo(before)
    },
    /** Changes the kind of work. Credentials typed for another kind come back when that kind is chosen again. */
    chooseKind: (kind: Draft['kind']) => {
      form.setValue('kind', kind)
      if (!(createsCustomer(draft.kind) && createsCustomer(kind))) {
        logIns.current[draft.kind] = draft.logIn
        form.setValue('logIn', logIns.current[kind] ?? noLogIn)
      }
      if (!stepsOf(kind).includes(draft.step)) form.setValue('step', 'customer')
      form.clearErrors()
    },
    putBox: (box: BoxText) => {
      // A box was scanned for a customer who was to have none.
      if (draft.kind === 'customer-alone') form.setValue('kind', 'new-customer')
      form.setValue('box', draftBox(box, draft.box.model), { shouldDirty: true })
      form.clearErrors('box')
    },
  }
}

/** Validates a draft for the form. Each problem is an error at its field; the error's type is the rule code. */
export function createDraftResolver(connection: Pick<Connection, 'defaults'> & OptionSettings): Resolver<Draft> {
  return (draft) => {
    const errors: FieldErrors<Draft> = {}
    for (const [path, type] of Object.entries(readDraft(draft, connection).problems)) set(errors, path, { type })
    return Object.keys(errors).length === 0 ? { values: draft, errors: {} } : { values: {}, errors }
  }
}

/** Saves a draft as a new job, or as a correction of the job it came from. On an error nothing changes. */
export function useSave({ id: draftId, correcting, correctingRevision = 0 }: Draft) {
  const create = useCall('job.save')
  const correct = useCall('job.correct')
  const { isBusy, error } = correcting === undefined ? create : correct
  /** Resolves to the job's id; undefined if saving failed. */
  const save = async (intent: DraftIntent, evenIfKnown: boolean): Promise<string | undefined> => {
    if (correcting === undefined) {
      const reply = await create.run({ draftId, intent, evenIfKnown })
      return reply.ok ? reply.value.id : undefined
    }
    // The revision the form began with: a job that was corrected elsewhere meanwhile is not overwritten.
    const reply = await correct.run({ id: correcting, intent, revision: correctingRevision })
    return reply.ok ? correcting : undefined
  }
  return { save, isBusy, error }
}

import { useEffect, useRef, type RefObject } from 'react'
import { focusQuestion } from './arrived-box.tsx'
import { focusFirst } from './move-on.ts'
import type { FormStep } from './draft/steps.ts'

/** A step begins at its top, with what has to be filled in; before that comes a question, which no Enter answers. */
export function useFocusOnStep(body: RefObject<HTMLElement | null>, step: FormStep, how: StepFocus): void {
  const { isAsking, isRestored } = how
  const isFirst = useRef(true)
  useEffect(() => {
    const isUnasked = isRestored && isFirst.current
    isFirst.current = false
    document.getElementById('main')?.scrollTo(0, 0)
    if (isAsking) focusQuestion()
    // A draft that came back may be another than the one that was expected: no Enter saves it before it was looked at.
    else if (step === 'check')
      document
        .querySelector<HTMLElement>(isUnasked ? '#activation-step' : '[data-go-on]')
        ?.focus({ preventScroll: true })
    else if (body.current !== null) focusFirst(body.current, 'any')
  }, [body, step, isAsking, isRestored])
}

interface StepFocus {
  readonly isAsking: boolean
  readonly isRestored: boolean
}

import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { joinClasses } from '../../ui/join-classes.ts'
import type { FormStep } from './draft/steps.ts'

export interface StepBarProps {
  readonly steps: readonly FormStep[]
  readonly current: FormStep | 'result'
  readonly isOpen: (step: FormStep) => boolean
  readonly onGo?: (step: FormStep) => void
}

/** Shows the current step, with links to all steps that are open. */
export function StepBar({ steps, current, isOpen, onGo }: StepBarProps) {
  const { t } = useTranslation()
  const all = [...steps, 'result'] as const
  const at = all.indexOf(current)
  return (
    <nav aria-label={t('activation.steps.label')}>
      <ol className="flex gap-1.5">
        {all.map((step, index) => {
          const isPast = index < at
          const isCurrent = index === at
          const words = (
            <>
              <span className="tabular-nums" aria-hidden>
                {isPast ? <Check size={13} strokeWidth={3} /> : index + 1}
              </span>
              <span className={isCurrent ? 'truncate' : 'truncate max-narrow:sr-only'}>
                {t(`activation.steps.${step}`)}
              </span>
              {isPast ? <span className="sr-only">{t('activation.stepDone')}</span> : undefined}
            </>
          )
          const look = joinClasses(
            'flex min-h-9 w-full items-center gap-1.5 border-t-[3px] pt-1.5 pr-1 text-left text-small transition-colors',
            isPast || isCurrent ? 'border-accent' : 'border-line',
            isCurrent ? 'font-semibold text-accent' : isPast ? 'text-ink' : 'text-soft',
          )
          return (
            <li key={step} className="min-w-0 flex-1" {...(isCurrent ? { 'aria-current': 'step' } : {})}>
              {step !== 'result' && onGo !== undefined && !isCurrent && isOpen(step) ? (
                <button type="button" className={joinClasses(look, 'hover:text-accent')} onClick={() => onGo(step)}>
                  {words}
                </button>
              ) : (
                <span className={look}>{words}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

import { useTranslation } from 'react-i18next'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Learning } from './learn-scanner.ts'
import { LessonFacts } from './lesson-facts.tsx'
import { sayCalibrationProblem } from './say-problem.ts'

export interface LessonPanelProps {
  readonly learning: Learning
  readonly printed: string
  readonly onPrinted: (printed: string) => void
}

/** What was learnt, and what is printed under the code for a person to compare. */
export function LessonPanel({ learning, printed, onPrinted }: LessonPanelProps) {
  const { t } = useTranslation()
  return (
    <Panel title={t('calibration.learnt.title')}>
      <div className="@container grid gap-4">
        <div className="max-w-md">
          <TextField
            label={t('calibration.printed.label')}
            hint={t('calibration.printed.hint')}
            optional={t('ui.optional')}
            figures
            autoComplete="off"
            {...(learning.ok ? {} : { error: sayCalibrationProblem(t, learning.problem) })}
            value={printed}
            onChange={onPrinted}
          />
        </div>
        {learning.ok ? <LessonFacts lesson={learning.lesson} /> : undefined}
      </div>
    </Panel>
  )
}

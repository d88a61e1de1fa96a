import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { settingsPath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { sayGaps } from './say-problem.ts'
import { useKeptScanner } from './use-kept-scanner.ts'

/** The page for learning a scanner, below the scanner settings. */
export const learnPage = 'learn'

/** Shows what was learnt of the scanner, with a link to learn it. */
export function LearntPanel() {
  const { t } = useTranslation()
  const { learnt, forget, goBack, isBusy, error } = useKeptScanner()
  return (
    <Panel title={t('calibration.panel.title')}>
      <div className="grid gap-4">
        <p className="max-w-xl">
          {learnt === null
            ? t('calibration.panel.unlearnt')
            : t('calibration.panel.learnt', {
                gaps: sayGaps(t, learnt.shortestGap, learnt.longestGap),
                end: t(`calibration.ends.${learnt.end}`),
              })}
          {learnt === null || learnt.layouts.length === 0 ? undefined : ` ${t('calibration.panel.learntLayout')}`}
        </p>
        {goBack === undefined ? undefined : (
          <Notice
            tone="info"
            acts={
              <Button onPress={goBack} isDisabled={isBusy}>
                {t('calibration.trial.undo')}
              </Button>
            }
          >
            {t('calibration.panel.forgotten')}
          </Notice>
        )}
        <ErrorNotice error={error} />
        <div className="flex flex-wrap gap-2">
          <LinkButton to={settingsPath(`scanner/${learnPage}`)}>{t('calibration.panel.learn')}</LinkButton>
          {learnt === null ? undefined : (
            <Button variant="quiet" onPress={forget} isDisabled={isBusy}>
              {t('calibration.panel.forget')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}

import { CircleCheck, Circle } from 'lucide-react'
import { missionNames } from '../../../../shared/domain/missions.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { useMissions } from './use-missions.ts'

/** The missions of the training platform: what is practised already, and what comes next. */
export function MissionsPanel() {
  const { missions, isBusy, error, canBegin, begin } = useMissions()
  const first = missionNames.find((name) => !missions.done.includes(name))
  return (
    <section
      aria-labelledby="missions"
      className="grid gap-1 border-s-4 border-unconfirmed bg-surface px-3 py-2 shadow-lift"
    >
      <h2 id="missions" className="font-bold">
        {first === undefined ? t('missions.allDone') : t('missions.title', { count: missionNames.length })}
      </h2>
      <ErrorNotice error={error} />
      <ul>
        {missionNames.map((name) => {
          const isDone = missions.done.includes(name)
          const Icon = isDone ? CircleCheck : Circle
          return (
            <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-1.5">
              <Icon aria-hidden size="1.125rem" className={isDone ? 'shrink-0 text-done' : 'shrink-0 text-soft'} />
              <div className="min-w-0 flex-1 basis-40">
                <h3 className="font-semibold">
                  {t(`missions.${name}.name`)}
                  {isDone ? <span className="sr-only"> {t('missions.isDone')}</span> : undefined}
                </h3>
                <p className="text-small text-soft">
                  {t(canBegin(name) ? `missions.${name}.note` : 'missions.firstActivate')}
                </p>
              </div>
              {missions.begun?.name === name ? (
                <span className="text-small font-semibold">{t('missions.isBegun')}</span>
              ) : (
                <Button
                  variant={name === first && missions.begun === undefined ? 'primary' : 'plain'}
                  size="small"
                  isDisabled={isBusy || !canBegin(name)}
                  aria-label={t('missions.beginOf', { name: t(`missions.${name}.name`) })}
                  onPress={() => void begin(name)}
                >
                  {t(isDone ? 'missions.again' : 'missions.begin')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

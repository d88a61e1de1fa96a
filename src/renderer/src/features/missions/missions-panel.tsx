import { Circle, CircleCheck } from 'lucide-react'
import { type BegunMission, type MissionName, missionNames, type Missions } from '../../../../shared/domain/missions.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { Button } from '../../ui/button.tsx'
import { useSnapshot } from '../../state/services.tsx'

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
              <div className="min-w-0 flex-1 basis-32">
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

/** The MAC address prefix of a maker whose boxes technicians know. */
const maker = '001A79'

/** Makes up the MAC address of a box that exists only on the training platform. */
function makeMac(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(3))
  return maker + [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
}

export const useTrainingCut = (): boolean => useSnapshot(({ isTrainingCut }) => isTrainingCut === true)

const countFinished = (missions: Missions, { name, box }: BegunMission): Missions => ({
  ...missions,
  box,
  done: missionNames.filter((one) => one === name || missions.done.includes(one)),
})

/**
 * Returns the finished missions, and functions to begin and end a mission. `finished`: the mission whose job is done. The next save
 * includes this mission, because the preferences in the snapshot may not contain it yet.
 */
export function useMissions(finished?: BegunMission) {
  const noted = useSnapshot(({ preferences }) => preferences.missions)
  const missions = finished === undefined ? noted : countFinished(noted, finished)
  const isCut = useTrainingCut()
  const save = useCall('preferences.save')
  const cut = useCall('connection.cut-training')
  const keep = (changed: Missions): Promise<unknown> => save.run({ missions: changed })
  const { begun: _, ...rest } = missions
  return {
    missions,
    isBusy: save.isBusy || cut.isBusy,
    error: save.error ?? cut.error,
    /** Whether a mission can begin. A swap replaces a box from an earlier mission, so a swap needs such a box. */
    canBegin: (name: MissionName) => name !== 'swap' || missions.box !== undefined,
    begin: (name: MissionName) =>
      keep({
        ...rest,
        begun: { name, box: makeMac(), ...(name === 'swap' && rest.box !== undefined && { broken: rest.box }) },
      }),
    /** Saves that the mission is finished. The mission stays open until the technician ends it. */
    noteFinished: () => keep(missions),
    end: async () => {
      if (isCut) await cut.run({ isCut: false })
      await keep(rest)
    },
    cutNetwork: (wanted: boolean) => cut.run({ isCut: wanted }),
  }
}

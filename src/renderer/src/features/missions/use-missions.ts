import { missionNames, type BegunMission, type MissionName, type Missions } from '../../../../shared/domain/missions.ts'
import { useCall } from '../../bridge/use-call.ts'
import { useServices, useSnapshot } from '../../state/services.tsx'

/** Of the device maker whose boxes technicians know. */
const maker = '001A79'

/** The MAC address of a box that exists only in the training platform. */
function makeMac(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(3))
  return maker + [...bytes].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')
}

/** What was practised, and how a mission begins and ends. */
export function useMissions() {
  const { bridge } = useServices()
  const missions = useSnapshot(({ preferences }) => preferences.missions)
  const isCut = useSnapshot(({ isTrainingCut }) => isTrainingCut === true)
  const save = useCall('preferences.save')
  const cut = useCall('connection.cut-training')
  const keep = (changed: Missions): Promise<unknown> => save.run({ missions: changed })
  const { begun: _, ...rest } = missions
  return {
    missions,
    isCut,
    isBusy: save.isBusy || cut.isBusy,
    error: save.error ?? cut.error,
    /** A swap replaces the box of the last activation that was practised, so there must be one. */
    canBegin: (name: MissionName) => name !== 'swap' || missions.box !== undefined,
    begin: (name: MissionName) =>
      keep({
        ...rest,
        begun: { name, box: makeMac(), ...(name === 'swap' && rest.box !== undefined && { broken: rest.box }) },
      }),
    /** Notes that the job of this mission is done. The mission stays open until the technician ends it. */
    noteDone: ({ name, box }: BegunMission) =>
      bridge.call('preferences.save', {
        missions: { ...missions, box, done: missionNames.filter((one) => one === name || missions.done.includes(one)) },
      }),
    end: async () => {
      if (isCut) await cut.run({ isCut: false })
      await keep(rest)
    },
    cutNetwork: (wanted: boolean) => cut.run({ isCut: wanted }),
  }
}

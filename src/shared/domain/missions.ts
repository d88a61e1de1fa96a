import { z } from 'zod'

export const missionNames = ['activate', 'swap', 'offline'] as const
export type MissionName = (typeof missionNames)[number]

const mac = z.string().regex(/^[0-9A-F]{12}$/)

/** `box`: the box on the exercise's label. `broken`: the box to be replaced, in a swap. Both are twelve hexadecimal digits. */
export const begunMissionSchema = z.object({ name: z.enum(missionNames), box: mac, broken: mac.optional() })
export type BegunMission = z.infer<typeof begunMissionSchema>

/** What technicians have practised on this computer. `box`: the box of the last practised activation. */
export const missionsSchema = z.object({
  done: z.array(z.enum(missionNames)).max(missionNames.length),
  begun: begunMissionSchema.optional(),
  box: mac.optional(),
})
export type Missions = z.infer<typeof missionsSchema>

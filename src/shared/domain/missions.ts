import { z } from 'zod'

/** The exercises in the training platform, in their order. */
export const missionNames = ['activate', 'swap', 'offline'] as const
export type MissionName = (typeof missionNames)[number]

const mac = z.string().regex(/^[0-9A-F]{12}$/)

/** `box`: the box of its label. `broken`: the box that it replaces, in a swap. Both as twelve digits. */
export const begunMissionSchema = z.object({ name: z.enum(missionNames), box: mac, broken: mac.optional() })
export type BegunMission = z.infer<typeof begunMissionSchema>

/** What a technician has practised on this computer. `box`: the box of the last activation that was practised. */
export const missionsSchema = z.object({
  done: z.array(z.enum(missionNames)).max(missionNames.length),
  begun: begunMissionSchema.optional(),
  box: mac.optional(),
})
export type Missions = z.infer<typeof missionsSchema>

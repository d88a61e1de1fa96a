import { z } from 'zod'
import { documentViewSchema } from './fleet-document.ts'
import { boardStationSchema, claimConflictSchema, stationRoleSchema } from '../fleet/hub-calls.ts'
import { jobKindSchema, jobStateSchema } from './job.ts'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'

/**
 * Jobs that were moved here and wait at the hub. `unconnected`: no connection of this computer leads to their platform. `unopened`: their copy
 * does not open here: nobody of the fleet sealed it for this computer, or another version of Setdesk did. `otherCall`: they would send something
 * else than they show.
 */
const leftWaitingSchema = z.object({ unconnected: z.int(), unopened: z.int(), otherCall: z.int() })
export type LeftWaiting = z.infer<typeof leftWaitingSchema>

/** A technician as a one-time code brings one: never a PIN, nor anything that is made from one. */
export const broughtTechnicianSchema = z.object({
  name: z.string().trim().min(1).max(80),
  /** At the computer where the code was made. */
  isSupervisor: z.boolean(),
})
export type BroughtTechnician = z.infer<typeof broughtTechnicianSchema>

/**
 * This computer's place in the fleet. `revoked`: the hub admits it no more. `unreadable`: the stored place does not open. `copied`: the
 * folder is a copy of a computer in a fleet, and has to join by itself. In these three, work goes on without the fleet.
 */
export const fleetViewSchema = z.object({
  state: z.enum(['joined', 'revoked', 'unreadable', 'copied']),
  /** The rest is absent unless it is joined or revoked. */
  hub: z.string().optional(),
  name: z.string().optional(),
  station: z.string().optional(),
  role: stationRoleSchema.optional(),
  group: z.string().optional(),
  /** Whether the hub was reached when it was last asked. */
  link: z.enum(['unknown', 'reached', 'unreached']).optional(),
  /** A network failure, `busy` or `not-understood`. */
  failure: z.string().optional(),
  /** When the hub last answered, milliseconds since 1970; absent if it did not since the start. */
  lastContact: z.number().optional(),
  /** This computer's clock is ahead of the hub's by so many milliseconds, and more than a moment; behind it if negative. */
  clockAheadMs: z.number().optional(),
  /** Jobs that were not checked with the others so far. */
  unchecked: z.int().optional(),
  /** Jobs whose box or customer another computer has, and about which no technician decided. */
  conflicts: z.int().optional(),
  /** Jobs that were moved here and wait at the hub, by their cause. */
  leftWaiting: leftWaitingSchema.optional(),
  /** Unfinished jobs that the hub does not take, because they are too large or too many: if this computer is lost, they cannot be moved. */
  uncared: z.int().optional(),
  /**
   * The lines of this computer's audit chain, and how many of them the hub does not have. `forked`: the hub has other lines at their
   * places, so this folder is older than it was. `gap`: the hub lacks lines that are no longer here.
   */
  audit: z
    .object({ entries: z.int(), unsent: z.int(), trouble: boardStationSchema.shape.audit.shape.trouble })
    .optional(),
  /** The technicians whose names came with the one-time code. Those without a PIN here cannot sign in. */
  technicians: z.array(broughtTechnicianSchema).optional(),
  /** The operator's documents of this computer: in force, refused, or waiting. */
  documents: z.array(documentViewSchema).optional(),
})
export type FleetView = z.infer<typeof fleetViewSchema>

/** A station as the board shows it. Its key is no secret, and of no use to a screen. */
export const boardRowSchema = boardStationSchema.omit({ sealKey: true })
export type BoardRow = z.infer<typeof boardRowSchema>

/** A job in the fleet's care, as a supervisor opened it. `isUnreadable`: nobody of this fleet sealed it. */
export const fleetJobSchema = z.object({
  id: z.string(),
  state: jobStateSchema,
  /** When the hub last got it, milliseconds since 1970. */
  changedAt: z.number(),
  isUnreadable: z.boolean().optional(),
  kind: jobKindSchema.optional(),
  box: deviceIdentifierSchema.optional(),
  customerName: z.string().optional(),
  userid: z.string().optional(),
  hostname: z.string().optional(),
  productName: z.string().optional(),
  technician: z.string().optional(),
  /** When it was saved, milliseconds since 1970. */
  createdAt: z.number().optional(),
})
export type FleetJob = z.infer<typeof fleetJobSchema>

/** A job in the fleet's care that was found at a station. */
const foundJobSchema = fleetJobSchema.extend({ station: z.object({ id: z.string(), name: z.string() }) })
export type FoundJob = z.infer<typeof foundJobSchema>

/** Where a search by a customer's name goes on: at this station, after this job of it. */
export const findingPlaceSchema = z.object({ station: z.uuid(), job: z.string().max(64).optional() })

/** What a search by a customer's name found. `opened`: jobs that were looked at. `unreadable`: those of them that do not open. */
export const customerFindingSchema = z.object({
  jobs: z.array(foundJobSchema),
  opened: z.int(),
  unreadable: z.int(),
  /** There is more to look at. */
  next: findingPlaceSchema.optional(),
})
export type CustomerFinding = z.infer<typeof customerFindingSchema>

/** Who has a box or a customer in the fleet, or had it last. */
export const fleetHolderSchema = claimConflictSchema.omit({ key: true })

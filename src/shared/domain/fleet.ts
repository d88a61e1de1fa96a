import { z } from 'zod'
import { documentViewSchema } from './fleet-document.ts'
import { boardStationSchema, claimConflictSchema, stationRoleSchema } from '../fleet/hub-calls.ts'
import { jobKindSchema, jobStateSchema } from './job.ts'
import { deviceIdentifierSchema } from './device-identifier-schema.ts'

/**
 * Counts of jobs that were moved to this computer but still wait at the hub. `unconnected`: no connection on this computer leads to the
 * job's platform. `unopened`: the copy of the job does not open. The copy was not sealed for this computer by a fleet member, or it was
 * sealed by another version of Setdesk. `otherCall`: the job would send something else than it shows. `heldBack`: the job takes money, and the
 * computer that had it may still send it.
 */
const leftWaitingSchema = z.object({
  unconnected: z.int(),
  unopened: z.int(),
  otherCall: z.int(),
  heldBack: z.int(),
})
export type LeftWaiting = z.infer<typeof leftWaitingSchema>

/** A technician that a one-time code passes to the new computer: only the name and the role, never a PIN or anything derived from a PIN. */
export const broughtTechnicianSchema = z.object({
  name: z.string().trim().min(1).max(80),
  /** Whether the technician is a supervisor on the computer that made the code. */
  isSupervisor: z.boolean(),
})
export type BroughtTechnician = z.infer<typeof broughtTechnicianSchema>

/**
 * This computer's membership in the fleet. `revoked`: the hub no longer admits this computer. `unreadable`: the stored membership does not
 * open. `copied`: the data folder is a copy of one in a fleet, so it must join separately. In the last three states work
 * continues without the fleet.
 */
export const fleetViewSchema = z.object({
  state: z.enum(['joined', 'revoked', 'unreadable', 'copied']),
  /** This field and all fields below are absent unless the state is `joined` or `revoked`. */
  hub: z.string().optional(),
  name: z.string().optional(),
  station: z.string().optional(),
  role: stationRoleSchema.optional(),
  group: z.string().optional(),
  link: z.enum(['unknown', 'reached', 'unreached']).optional(),
  /** A network failure, `busy` or `not-understood`. */
  failure: z.string().optional(),
  /** When the hub last answered, milliseconds since 1970. Absent if the hub has not answered since the start. */
  lastContact: z.number().optional(),
  /** How far this computer's clock is ahead of the hub's, in milliseconds; negative if behind. Absent for a small difference. */
  clockAheadMs: z.number().optional(),
  /** Jobs that the hub has not checked yet against the other computers. */
  unchecked: z.int().optional(),
  /** Jobs whose box or customer another computer has, and about which no technician has decided. */
  conflicts: z.int().optional(),
  leftWaiting: leftWaitingSchema.optional(),
  /** Unfinished jobs that the hub does not store: too large or too many. If this computer is lost, they cannot be moved. */
  uncared: z.int().optional(),
  /**
   * The audit chain of this computer. `entries`: how many lines the chain has. `unsent`: how many of these lines the hub does not have.
   * `forked`: the hub has other lines at the same positions, because an older state of this folder was put back. `gap`: the hub lacks lines
   * that no longer exist on this computer.
   */
  audit: z
    .object({ entries: z.int(), unsent: z.int(), trouble: boardStationSchema.shape.audit.shape.trouble })
    .optional(),
  /** The technicians whose names the one-time code brought. A technician without a PIN on this computer cannot sign in. */
  technicians: z.array(broughtTechnicianSchema).optional(),
  documents: z.array(documentViewSchema).optional(),
})
export type FleetView = z.infer<typeof fleetViewSchema>

/** A row of the fleet's board. The station's key is left out, because no screen needs it. */
export const boardRowSchema = boardStationSchema.omit({ sealKey: true })
export type BoardRow = z.infer<typeof boardRowSchema>

/** A job that the hub stores, opened for a supervisor. `isUnreadable`: the job does not open, because no member of this fleet sealed it. */
export const fleetJobSchema = z.object({
  id: z.string(),
  state: jobStateSchema,
  /** When the hub last received the job, milliseconds since 1970. */
  changedAt: z.number(),
  isUnreadable: z.boolean().optional(),
  kind: jobKindSchema.optional(),
  box: deviceIdentifierSchema.optional(),
  customerName: z.string().optional(),
  userid: z.string().optional(),
  hostname: z.string().optional(),
  productName: z.string().optional(),
  technician: z.string().optional(),
  /** When the job was saved, milliseconds since 1970. */
  createdAt: z.number().optional(),
})
export type FleetJob = z.infer<typeof fleetJobSchema>

const foundJobSchema = fleetJobSchema.extend({ station: z.object({ id: z.string(), name: z.string() }) })
export type FoundJob = z.infer<typeof foundJobSchema>

/** Where a search by customer name continues: at this station, after this job. */
export const findingPlaceSchema = z.object({ station: z.uuid(), job: z.string().max(64).optional() })

/** The result of a search by customer name. `opened`: how many jobs were searched. `unreadable`: how many of these jobs do not open. */
export const customerFindingSchema = z.object({
  jobs: z.array(foundJobSchema),
  opened: z.int(),
  unreadable: z.int(),
  /** Present if there are more jobs to search. */
  next: findingPlaceSchema.optional(),
})
export type CustomerFinding = z.infer<typeof customerFindingSchema>

/** The station of the fleet that has a box or a customer, or that had the box or the customer last. */
export const fleetHolderSchema = claimConflictSchema.omit({ key: true })

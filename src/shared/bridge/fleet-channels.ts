import { z } from 'zod'
import { largestAuthority, proxyLogInSchema, proxySchema } from '../domain/connection/connection.ts'
import { deviceIdentifierSchema } from '../domain/device-identifier-schema.ts'
import {
  boardRowSchema,
  broughtTechnicianSchema,
  customerFindingSchema,
  findingPlaceSchema,
  fleetHolderSchema,
  fleetJobSchema,
} from '../domain/fleet.ts'
import { largestDocumentFile } from '../domain/fleet-document.ts'
import { dayTotalSchema, documentKindSchema, stationRoleSchema } from '../fleet/hub-calls.ts'

const nothing = z.object({})
const station = z.uuid()
const job = z.string().regex(/^[0-9A-Z]{26}$/)
const groupName = z.string().trim().min(1, 'required').max(80, 'too-long')

/**
 * The hub's address. It must be HTTPS, or plain HTTP if the hub is on this computer. It is shown and printed, so it must not contain a secret
 * such as a user name or a query.
 */
const hubAddress = z
  .url({ protocol: /^https?$/, error: 'address' })
  .max(300, 'too-long')
  .refine((text) => /^https:/i.test(text) || /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/i.test(text), {
    error: 'https-needed',
  })
  .refine((text) => !/[@?#]/.test(text), { error: 'address' })

export const fleetChannels = {
  'job.go-on-anyway': {
    request: z.object({ id: z.string().max(64), reason: z.string().trim().min(1).max(300) }),
    response: nothing,
  },
  'job.send-without-asking': { request: z.object({ id: z.string().min(1).max(64) }), response: nothing },
  'fleet.join': {
    request: z.object({
      code: z.string().trim().min(1, 'required').max(100, 'too-long'),
      hub: hubAddress,
      name: z.string().trim().min(1, 'required').max(80, 'too-long'),
      authority: z.string().max(largestAuthority, 'too-long').optional(),
      proxy: proxySchema.optional(),
      proxyLogIn: proxyLogInSchema.optional(),
    }),
    response: nothing,
  },
  'fleet.leave': {
    /** `force`: leaves even if the hub cannot be told. */
    request: z.object({ force: z.boolean().optional() }),
    response: nothing,
  },
  'fleet.try-now': { request: nothing, response: nothing },
  'fleet.invite': {
    request: z.object({
      role: stationRoleSchema,
      group: groupName.optional(),
      hours: z.int().min(1).max(168),
    }),
    response: z.object({
      /** The one-time code. It is shown once and not stored anywhere. */
      code: z.string(),
      technicians: z.array(broughtTechnicianSchema),
    }),
  },
  'fleet.revoke': { request: z.object({ station }), response: nothing },
  'fleet.board': {
    request: z.object({
      /** The stations to read. By default all stations. */
      stations: z.array(station).min(1).max(200).optional(),
    }),
    response: z.object({ stations: z.array(boardRowSchema) }),
  },
  'fleet.totals': {
    /** The first and the last day, by the stations' own calendars. Both days are included. */
    request: z.object({ from: z.iso.date(), to: z.iso.date() }),
    response: z.object({ totals: z.array(dayTotalSchema.extend({ station })) }),
  },
  'fleet.work': {
    request: z.object({ station }),
    response: z.object({ jobs: z.array(fleetJobSchema), hasMore: z.boolean() }),
  },
  'fleet.rescue': {
    request: z.object({
      from: station,
      to: station,
      /** The jobs to move. By default all jobs. */
      jobs: z.array(job).min(1).max(10_000).optional(),
    }),
    /**
     * `left`: how many jobs were not moved. `unopened`: how many of the jobs in `left` could not be opened; absent if there are none. The
     * other jobs in `left` changed in the meantime. `heldBackUntil`: when the other computer gets the moved jobs that take money, in
     * milliseconds since 1970; absent if it gets them now.
     */
    response: z.object({
      moved: z.int(),
      left: z.int(),
      unopened: z.int().optional(),
      heldBackUntil: z.number().optional(),
    }),
  },
  'fleet.find': {
    /** The search terms: a box, a user ID, a mapping id, or several of these. */
    request: z.object({
      box: deviceIdentifierSchema.optional(),
      userid: z.string().trim().min(1).max(100).optional(),
      mappingid: z.string().trim().min(1).max(100).optional(),
    }),
    response: z.object({ holders: z.array(fleetHolderSchema) }),
  },
  'fleet.find-customer': {
    /** `name`: words of the customer's name. */
    request: z.object({
      name: z.string().trim().min(2).max(200),
      /** The place where an earlier answer stopped (`next`). If absent, the search starts at the beginning. */
      from: findingPlaceSchema.optional(),
    }),
    response: customerFindingSchema,
  },
  'fleet.put-document': {
    /** A file that the operator signed with `npm run document:sign`. */
    request: z.object({ text: z.string().max(largestDocumentFile) }),
    response: z.object({ kind: documentKindSchema, name: z.string(), serial: z.int(), group: z.string().optional() }),
  },
  'fleet.export-audit': {
    request: z.object({ station }),
    response: z.object({
      name: z.string(),
      /** The folder that holds the file. Absent in a browser, because there the browser downloads the file. */
      folder: z.string().optional(),
      text: z.string(),
      entries: z.int(),
      /** `forked`: lines contradict the chain. `gap`: lines are missing. */
      trouble: boardRowSchema.shape.audit.shape.trouble,
    }),
  },
} as const

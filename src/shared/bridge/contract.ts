import { z } from 'zod'
import { draftSchema, intentSchema } from '../domain/activation.ts'
import {
  activityCursorSchema,
  activityFilterSchema,
  activityRowSchema,
  jobStatisticsSchema,
} from '../domain/activity/activity.ts'
import { largestConnectionFile } from '../domain/connection/connection-file.ts'
import { connectionSchema, proxyLogInSchema, proxySchema } from '../domain/connection/connection.ts'
import { deviceIdentifierSchema } from '../domain/device-identifier-schema.ts'
import { customerDeviceSchema } from '../domain/customer/customer-view.ts'
import { jobKindSchema, jobSummarySchema } from '../domain/job.ts'
import {
  backupViewSchema,
  erasureReportSchema,
  filePassphraseSchema,
  incomingJobSchema,
  installationIdSchema,
  largestFile,
  ownPassphraseSchema,
  sendLocks,
} from '../domain/maintenance.ts'
import { bulkChannels, listChannels, scanBatchChannels } from './bulk-channels.ts'
import { connectionChannels } from './connection-channels.ts'
import { consoleChannels } from './console-channels.ts'
import { customerChannels, actionsChannels, sendable } from './customer-channels.ts'
import { fleetChannels } from './fleet-channels.ts'
import { hostnameChannels } from './hostname-channels.ts'
import { jobChannels } from './job-channels.ts'
import { preferencesSchema, snapshotSchema } from './snapshot.ts'

const nothing = z.object({})
const token = sendable(500).min(1)
const passphrase = z.string().min(1).max(500)
const fileName = z.string().min(1).max(200)
const fileDigest = z.string().regex(/^[0-9a-f]{64}$/)
/** A transfer file, or another computer's backup: `file`, the content of a chosen file, or `name`, a listed backup. */
const workFileSchema = z.object({
  file: z.base64().max(largestFile).optional(),
  name: fileName.optional(),
  passphrase: ownPassphraseSchema,
  /** Selects one of several connections to the same platform. */
  connectionId: z.string().max(64).optional(),
})
const readBack = z.object({ jobs: z.int() })
const technicianId = z.string().min(1).max(64)
const technicianName = z.string().trim().min(1, 'required').max(80, 'too-long')
/** A new PIN. It has digits only, because technicians often type it on a number pad. */
const newPin = z.string().regex(/^\d{4,12}$/, 'pin-digits')
const pin = z.string().min(1).max(12)

/** The fields that the user fills in to connect. All other settings of the connection start with their defaults. */
export const connectionFormSchema = connectionSchema
  .pick({ name: true, colour: true, baseUrl: true, crmService: true, cmsService: true })
  .extend({
    proxy: proxySchema.optional(),
    authority: connectionSchema.shape.authority.unwrap().optional(),
    allowsPlainHttp: z.boolean().optional(),
  })
export type ConnectionForm = z.infer<typeof connectionFormSchema>

export const checkSchema = z.object({
  subject: z.enum([
    'proxy',
    'address',
    'certificate',
    'token',
    'crm-service',
    'cms-service',
    'retrieval',
    'dialect',
    'control',
  ]),
  outcome: z.enum(['good', 'warning', 'bad', 'not-checked']),
  finding: z.string(),
  detail: z.string().optional(),
})
export type Check = z.infer<typeof checkSchema>

export const knownBoxSchema = z.object({
  jobs: z.array(jobSummarySchema),
  /**
   * The customers and hostnames that had the box when the platform was last asked. `at`: milliseconds since 1970. The customers and the
   * hostnames are each sorted newest first.
   */
  holders: z.array(
    z.discriminatedUnion('by', [
      z.object({
        by: z.literal('customer'),
        at: z.number(),
        userid: z.string().optional(),
        name: z.string().optional(),
      }),
      z.object({ by: z.literal('hostname'), at: z.number(), hostname: z.string() }),
    ]),
  ),
})
export type BoxHolder = z.infer<typeof knownBoxSchema>['holders'][number]

export const foundCustomerSchema = z.object({
  userid: z.string(),
  name: z.string().optional(),
  mobile: z.string().optional(),
  status: z.string().optional(),
  endDate: z.string().optional(),
  product: z.string().optional(),
  devices: z.array(customerDeviceSchema).optional(),
})
export type FoundCustomer = z.infer<typeof foundCustomerSchema>

/** All channels with their requests and responses. The notes in `scripts/lib/bridge/` explain each channel. */
export const channels = {
  'app.snapshot': { request: nothing, response: snapshotSchema },
  'preferences.save': { request: preferencesSchema.partial(), response: nothing },

  'vault.protect': { request: z.object({ passphrase: ownPassphraseSchema }), response: nothing },
  'vault.unlock': { request: z.object({ passphrase }), response: nothing },
  'vault.change-passphrase': { request: z.object({ passphrase, fresh: ownPassphraseSchema }), response: nothing },

  // In the `who` channels, `ownPin` is the PIN of the signed-in technician who asks for the change.
  'who.sign-in': { request: z.object({ id: technicianId, pin }), response: nothing },
  'who.sign-out': { request: nothing, response: nothing },
  /** Reports that the user pressed a key or clicked. This restarts the time until the lock. */
  'who.active': { request: nothing, response: nothing },
  /** The first technician becomes supervisor, is signed in at once, and needs no `ownPin`. */
  'who.add': { request: z.object({ name: technicianName, pin: newPin, ownPin: pin.optional() }), response: nothing },
  'who.rename': { request: z.object({ id: technicianId, name: technicianName, ownPin: pin }), response: nothing },
  'who.remove': { request: z.object({ id: technicianId, ownPin: pin }), response: nothing },
  'who.set-pin': { request: z.object({ id: technicianId, pin: newPin, ownPin: pin }), response: nothing },

  'connection.start-training': { request: nothing, response: z.object({ id: z.string() }) },
  'connection.cut-training': { request: z.object({ isCut: z.boolean() }), response: nothing },
  'connection.test': {
    /**
     * If `token` is absent, Setdesk uses the stored token of the connection `id`. Setdesk does so only if the form leads to the place that
     * the token was stored for (`tokenPlace`). Stored proxy credentials are used only for the same proxy.
     */
    request: z.object({
      id: z.string().max(64).optional(),
      form: connectionFormSchema,
      token: token.optional(),
      proxyLogIn: proxyLogInSchema.optional(),
    }),
    response: z.object({ checks: z.array(checkSchema), usable: z.boolean() }),
  },
  'connection.add': {
    request: z.object({ form: connectionFormSchema, token, proxyLogIn: proxyLogInSchema.optional() }),
    response: z.object({ id: z.string() }),
  },
  'connection.save': {
    /**
     * Stored secrets apply to one place only. If the settings now lead to another place (`tokenPlace`), the user must type the token again.
     * If the proxy has changed, the user must type the proxy's credentials again.
     */
    request: connectionSchema.extend({ token: token.optional(), proxyLogIn: proxyLogInSchema.optional() }),
    response: nothing,
  },
  'connection.replace-token': { request: z.object({ id: z.string().max(64), token }), response: nothing },
  'connection.select': { request: z.object({ id: z.string().max(64) }), response: nothing },
  ...connectionChannels,

  'draft.read': { request: nothing, response: z.object({ draft: draftSchema.optional() }) },
  'draft.save': { request: z.object({ draft: draftSchema }), response: nothing },
  'draft.discard': { request: nothing, response: nothing },

  'box.look-up': { request: z.object({ identifier: deviceIdentifierSchema }), response: knownBoxSchema },
  'customer.look-up': {
    /** Either `userid` or `customermappingid` is empty, but not both. */
    request: z.object({ userid: sendable(64), customermappingid: sendable(100) }),
    response: z.object({ customer: foundCustomerSchema.optional() }),
  },
  ...customerChannels,

  'job.save': {
    request: z.object({
      draftId: z.string().min(8).max(64),
      intent: intentSchema,
      /** Saves the job even if another job on this computer has the same box: an unfinished job, or a finished job of another customer. */
      evenIfKnown: z.boolean().optional(),
    }),
    response: z.object({ id: z.string() }),
  },
  ...actionsChannels,

  ...hostnameChannels,
  'activity.list': {
    request: z.object({
      filter: activityFilterSchema,
      after: activityCursorSchema.optional(),
      limit: z.int().min(1).max(200),
    }),
    response: z.object({
      rows: z.array(activityRowSchema),
      /** Absent on the last page. */
      next: activityCursorSchema.optional(),
      /** Time of the oldest event read so far, milliseconds since 1970. */
      back: z.number().optional(),
    }),
  },
  'activity.statistics': {
    request: z.object({
      /** The limits of the periods that are counted, milliseconds since 1970, ascending. A period runs from one limit to the next. */
      edges: z.array(z.number()).min(2).max(400),
      /** Counts only jobs that were saved by a technician whose name contains this text. */
      technician: z.string().trim().max(80).optional(),
      kinds: z.array(jobKindSchema).max(9).optional(),
    }),
    response: jobStatisticsSchema,
  },
  'activity.export': {
    request: z.object({
      filter: activityFilterSchema,
      after: activityCursorSchema.optional(),
      /** The file's name from the answer to the first part. Absent in the request for the first part. */
      name: z
        .string()
        .regex(/^activity-[0-9T]{15}\.csv$/)
        .optional(),
    }),
    response: z.object({
      name: z.string(),
      /** The folder that holds the file. Absent in a browser, because there the browser downloads the file. */
      folder: z.string().optional(),
      text: z.string(),
      rows: z.int(),
      next: activityCursorSchema.optional(),
    }),
  },
  'activity.export-trail': {
    request: nothing,
    response: z.object({
      name: z.string(),
      /** The folder that holds the file. Absent in a browser, because there the browser downloads the file. */
      folder: z.string().optional(),
      text: z.string(),
      events: z.int(),
    }),
  },
  ...bulkChannels,
  ...scanBatchChannels,
  ...listChannels,

  ...jobChannels,

  'queue.pause': { request: nothing, response: nothing },
  'queue.resume': { request: nothing, response: nothing },
  'queue.accept-answer': { request: nothing, response: nothing },
  'queue.check-all-again': { request: nothing, response: z.object({ jobs: z.int() }) },

  'maintenance.list-backups': {
    request: nothing,
    response: z.object({ backups: z.array(backupViewSchema), folder: z.string() }),
  },
  'maintenance.back-up': { request: nothing, response: z.object({ name: z.string() }) },
  'maintenance.restore': { request: z.object({ name: fileName }), response: readBack },
  'maintenance.start-afresh': { request: nothing, response: nothing },
  'maintenance.release': {
    /** `lock`: the send lock to lift. By default the lock that the snapshot shows. */
    request: z.object({ work: z.enum(['send-here', 'leave-there']), lock: z.enum(sendLocks).optional() }),
    response: nothing,
  },
  'maintenance.clear-notices': { request: nothing, response: nothing },
  'maintenance.retention': {
    request: nothing,
    response: z.object({
      /** Days after which finished jobs and files with a second copy of work are purged; 0 for never. */
      days: z.int(),
      /** Days after which refused and undecided jobs are purged. */
      longerDays: z.int(),
      /** How many refused and undecided jobs are older than `days`. */
      count: z.int(),
      /** When the first of these jobs is purged, milliseconds since 1970. Absent if `count` is 0. */
      nextAt: z.number().optional(),
    }),
  },
  'maintenance.export-work': {
    request: z.object({
      /** The jobs to export. By default all unfinished jobs of the active connection. */
      jobIds: z.array(z.string().max(64)).min(1).max(10_000).optional(),
      target: installationIdSchema,
      passphrase: filePassphraseSchema,
    }),
    /**
     * `left` and `otherSettings` count jobs that were not exported. `left`: these jobs were being sent at that moment. `otherSettings`:
     * these jobs were saved under other settings of the connection.
     */
    response: z.object({ name: z.string(), file: z.base64(), jobs: z.int(), left: z.int(), otherSettings: z.int() }),
  },
  'maintenance.check-records': {
    request: nothing,
    response: z.object({
      checked: z.int(),
      /** Ids of jobs that another program has changed. Setdesk does not send these jobs. */
      changed: z.array(z.string()),
      /** The number of jobs that another program has removed. */
      removed: z.int(),
    }),
  },
  'maintenance.fingerprint': { request: nothing, response: z.object({ fingerprint: z.string() }) },
  'maintenance.forget-sender': { request: z.object({ installation: installationIdSchema }), response: nothing },
  'maintenance.read-work': {
    request: workFileSchema,
    response: z.object({
      /** Identifies the file, its jobs and the connections that the jobs would get. `maintenance.import-work` refuses any other digest. */
      digest: fileDigest,
      source: z.string(),
      kind: z.enum(['transfer', 'backup']),
      /** Present if this computer itself exported the file: the computer that it was exported for. Then `jobs` can be taken back. */
      exportedTo: z.string().optional(),
      /** Whether a signature or an authentication tag proves that the file is unchanged. Files from earlier versions have neither. */
      isChecked: z.boolean(),
      /**
       * Compares the file's key with the key that a technician accepted for the computer that wrote the file. `known`: the same key.
       * `new`: no key was accepted so far. `other`: a different key.
       */
      sender: z.enum(['known', 'new', 'other']),
      /** The fingerprint of the sender's key, as the sending computer shows it. Absent from files of earlier versions. */
      fingerprint: z.string().optional(),
      jobs: z.array(incomingJobSchema),
    }),
  },
  'maintenance.import-work': {
    request: workFileSchema.extend({
      /** The digest that `maintenance.read-work` returned. */
      digest: fileDigest,
      /** Required for a backup: confirms that the computer that made the backup no longer sends. */
      sourceIsGone: z.boolean(),
      /** Required if the file has `exportedTo`: confirms that no other computer has imported the file or will import it. */
      isNowhereElse: z.boolean().optional(),
      /** Required if `isChecked` is false. */
      evenIfUnchecked: z.boolean().optional(),
      /** Required if `sender` is `new` and the file has a fingerprint: confirms that the technician compared the fingerprint. */
      acceptsSender: z.boolean().optional(),
    }),
    response: z.object({ taken: z.int(), known: z.int() }),
  },
  'maintenance.diagnostics': {
    request: nothing,
    /** `text`: JSON that names no customer, technician, platform or computer. */
    response: z.object({ name: z.string(), text: z.string() }),
  },
  'maintenance.count-unfinished': {
    request: nothing,
    response: z.object({ jobs: z.int(), connectionIds: z.array(z.string()) }),
  },
  'maintenance.erase-everything': {
    /** A fixed confirmation, so that a call with another purpose erases nothing. */
    request: z.object({ confirm: z.literal('erase everything') }),
    response: erasureReportSchema,
  },
  'maintenance.save-text': {
    request: z.object({
      name: z.string().regex(/^(?:erasure-[0-9T]{15}\.txt|diagnostics-[0-9T]{15}\.json)$/),
      text: z.string().max(1_000_000),
    }),
    /** The folder that holds the file. Absent in a browser, because there the browser downloads the file. */
    response: z.object({ folder: z.string().optional() }),
  },

  ...fleetChannels,
  ...consoleChannels,
  'page.save-pdf': {
    request: z.object({ name: z.string().regex(/^[\p{L}\p{N} ._-]{1,80}$/u) }),
    response: z.object({ isSaved: z.boolean() }),
  },
  'app.forget-link': { request: z.object({ box: z.string().max(64) }), response: nothing },
  /** Reads the file that the snapshot names in `openedFile`. `text` is absent if the file is too large. */
  'app.opened-file': {
    request: nothing,
    response: z.object({ name: z.string().max(255), text: z.string().max(largestConnectionFile).optional() }),
  },
  'app.forget-file': { request: z.object({ name: z.string().max(255) }), response: nothing },
  'app.restart': { request: z.object({}), response: nothing },
  'update.check': { request: nothing, response: nothing },
  'update.install': { request: nothing, response: nothing },
  'update.report-page': { request: z.object({ hasOpenForm: z.boolean() }), response: nothing },
  'clipboard.write': { request: z.object({ text: z.string().max(2000) }), response: nothing },
  'handout.share': {
    request: z.object({ by: z.enum(['mail', 'sms']), subject: z.string().max(200), text: z.string().max(2000) }),
    response: nothing,
  },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>

export type Channel = keyof typeof channels
export type Request<C extends Channel> = z.input<(typeof channels)[C]['request']>
/** A request after the check by the contract, as a handler gets it. */
export type Checked<C extends Channel> = z.output<(typeof channels)[C]['request']>
export type Response<C extends Channel> = z.infer<(typeof channels)[C]['response']>

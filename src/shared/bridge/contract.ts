import { z } from 'zod'
import { customerActSchema } from '../domain/act.ts'
import { activationSchema, draftSchema, intentSchema } from '../domain/activation.ts'
import { connectionSchema } from '../domain/connection/connection.ts'
import { deviceIdentifierSchema } from '../domain/device-identifier.ts'
import { jobDetailSchema, jobStateSchema, jobSummarySchema, standingSchema } from '../domain/job.ts'
import { backupViewSchema, filePassphraseSchema, installationIdSchema, largestFile } from '../domain/keeping.ts'
import { proxyLogInSchema, proxySchema } from '../domain/connection/proxy.ts'
import { activityChannels } from './activity-channels.ts'
import { bulkChannels } from './bulk-channels.ts'
import { connectionChannels } from './connection-channels.ts'
import { consoleChannels } from './console-channels.ts'
import { customerChannels, actsChannels } from './customer-channels.ts'
import { hostnameChannels } from './hostname-channels.ts'
import { listChannels } from './list-channels.ts'
import { pileChannels } from './pile-channels.ts'
import { preferencesSchema, snapshotSchema } from './snapshot.ts'

const nothing = z.object({})
const jobId = z.object({ id: z.string().min(1).max(64) })
const token = z.string().trim().min(1).max(500)
const passphrase = z.string().min(1).max(500)
const fileName = z.string().min(1).max(200)
const readBack = z.object({ jobs: z.int() })

/** What a person types to connect; the rest of a connection starts from its defaults. */
export const connectionFormSchema = connectionSchema
  .pick({ name: true, colour: true, baseUrl: true, crmService: true, cmsService: true })
  .extend({ proxy: proxySchema.optional(), authority: connectionSchema.shape.authority.unwrap().optional() })
export type ConnectionForm = z.infer<typeof connectionFormSchema>

/** One line of a connection test; `finding` names the sentence in the locale file. */
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

/** What is known here about a box before anything is sent. */
export const knownBoxSchema = z.object({
  jobs: z.array(jobSummarySchema),
  /** Who had it when the platform was last asked: at `at`, milliseconds since 1970. Newest first of each kind. */
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

/** A customer as the platform showed it just now; the log-in's password only where the platform shows it. */
export const foundCustomerSchema = z.object({
  userid: z.string(),
  name: z.string().optional(),
  mobile: z.string().optional(),
  status: z.string().optional(),
  endDate: z.string().optional(),
  product: z.string().optional(),
  devices: z.array(z.object({ id: z.string(), model: z.string().optional() })).optional(),
})
export type FoundCustomer = z.infer<typeof foundCustomerSchema>

/**
 * The one contract between the renderer and the privileged side: channel -> what is asked, what is answered. Both hosts
 * carry exactly these; adding a channel is one line here and one handler in the desk.
 */
export const channels = {
  'app.snapshot': { request: nothing, response: snapshotSchema },
  'preferences.save': { request: preferencesSchema.partial(), response: nothing },

  'vault.protect': { request: z.object({ passphrase }), response: nothing },
  'vault.unlock': { request: z.object({ passphrase }), response: nothing },

  'connection.start-training': { request: nothing, response: z.object({ id: z.string() }) },
  'connection.test': {
    /** Without a token, the stored one of `id` is used; so with the log-in of a proxy. */
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
  'connection.save': { request: connectionSchema, response: nothing },
  'connection.replace-token': { request: z.object({ id: z.string().max(64), token }), response: nothing },
  'connection.select': { request: z.object({ id: z.string().max(64) }), response: nothing },
  ...connectionChannels,

  'draft.read': { request: nothing, response: z.object({ draft: draftSchema.optional() }) },
  'draft.save': { request: z.object({ draft: draftSchema }), response: nothing },
  'draft.discard': { request: nothing, response: nothing },

  'box.look-up': { request: z.object({ identifier: deviceIdentifierSchema }), response: knownBoxSchema },
  'customer.look-up': {
    /** An empty mapping id and a userid, or the other way round. */
    request: z.object({ userid: z.string().trim().max(64), customermappingid: z.string().trim().max(100) }),
    response: z.object({ customer: foundCustomerSchema.optional() }),
  },
  ...customerChannels,

  'activation.save': {
    request: z.object({
      draftId: z.string().min(8).max(64),
      intent: activationSchema,
      /** Save although the box is in a waiting job or on another customer as far as known here. */
      evenIfKnown: z.boolean(),
    }),
    response: z.object({ id: z.string() }),
  },

  /** Work on a customer without a box in hand; `draftId` makes a repeated call one job. */
  'act.save': {
    request: z.object({ draftId: z.string().min(8).max(64), act: customerActSchema }),
    response: z.object({ id: z.string() }),
  },
  ...actsChannels,

  ...hostnameChannels,
  ...activityChannels,
  ...bulkChannels,
  ...pileChannels,
  ...listChannels,

  'job.list': {
    request: z.object({
      states: z.array(jobStateSchema).max(9).optional(),
      /** Sequence of the last row of the page before; newest first. */
      before: z.int().optional(),
      limit: z.int().min(1).max(200),
    }),
    response: z.object({ jobs: z.array(jobSummarySchema), hasMore: z.boolean() }),
  },
  'job.read': { request: jobId, response: jobDetailSchema },
  /** Asks the platform for the status and the end date of a job's customer. */
  'job.standing': { request: jobId, response: standingSchema },
  'job.check-again': { request: jobId, response: nothing },
  'job.it-is-there': { request: jobId, response: nothing },
  'job.send-again': { request: jobId, response: nothing },
  'job.correct': {
    request: z.object({ id: z.string().max(64), intent: intentSchema, revision: z.int() }),
    response: nothing,
  },
  'job.drop': {
    request: z.object({ id: z.string().max(64), reason: z.string().trim().min(1).max(300) }),
    response: nothing,
  },

  'queue.pause': { request: nothing, response: nothing },
  'queue.resume': { request: nothing, response: nothing },
  /** Goes on although the platform gave several jobs the same answer, which is not understood. */
  'queue.accept-answer': { request: nothing, response: nothing },
  /** Reads back all that stands refused or undecided because an answer was not understood. Gives the number of jobs. */
  'queue.check-all-again': { request: nothing, response: z.object({ jobs: z.int() }) },

  'keeping.list-backups': {
    request: nothing,
    response: z.object({ backups: z.array(backupViewSchema), folder: z.string() }),
  },
  'keeping.back-up': { request: nothing, response: z.object({ name: z.string() }) },
  /** The present file is kept aside; answers how many jobs are read back before anything is sent for them. */
  'keeping.restore': { request: z.object({ name: fileName }), response: readBack },
  /** An empty file beside a damaged one, which is kept. */
  'keeping.start-afresh': { request: nothing, response: nothing },
  /**
   * A person's word on the work of a copied data folder: the computer it came from sends no more and it is sent here, or it
   * is left to that computer.
   */
  'keeping.release': { request: z.object({ work: z.enum(['send-here', 'leave-there']) }), response: nothing },
  'keeping.clear-notices': { request: nothing, response: nothing },
  'keeping.hand-over': {
    request: z.object({
      /** All that is not over of the active connection where none are named. */
      jobIds: z.array(z.string().max(64)).min(1).max(10_000).optional(),
      target: installationIdSchema,
      passphrase: filePassphraseSchema,
    }),
    /** `left`: jobs of the connection that stayed, because they were being sent just then. */
    response: z.object({ name: z.string(), file: z.base64(), jobs: z.int(), left: z.int() }),
  },
  'keeping.take-over': {
    request: z.object({
      /** A hand-over, or a backup of another computer: what a person chose, or the name of a file among the backups. */
      file: z.base64().max(largestFile).optional(),
      name: fileName.optional(),
      passphrase: z.string().max(500),
      /** Asked for with a backup: the computer it is of does not send any more. */
      sourceIsGone: z.boolean(),
      /** Which of several connections to the same platform is meant. */
      connectionId: z.string().max(64).optional(),
    }),
    response: z.object({ taken: z.int(), known: z.int() }),
  },

  ...consoleChannels,

  /** Only on a host whose page cannot save what it prints by itself. `name`: of the file, without its ending. */
  'page.save-pdf': {
    request: z.object({ name: z.string().regex(/^[\p{L}\p{N} ._-]{1,80}$/u) }),
    response: z.object({ isSaved: z.boolean() }),
  },
  /** Only on a host that can end itself and start again. */
  'app.restart': { request: z.object({}), response: nothing },
  /** Only on a host whose page may not write to the clipboard itself. */
  'clipboard.write': { request: z.object({ text: z.string().max(2000) }), response: nothing },
} as const satisfies Record<string, { readonly request: z.ZodType; readonly response: z.ZodType }>

export type Channel = keyof typeof channels
export type Request<C extends Channel> = z.infer<(typeof channels)[C]['request']>
export type Response<C extends Channel> = z.infer<(typeof channels)[C]['response']>

/** Pushed to the renderer; it asks for what it needs then. */
export const events = {
  snapshot: snapshotSchema,
  /** Without an id any job may have: nothing could be heard for a while, or more jobs did than are worth naming. */
  'job-changed': z.object({ id: z.string().optional() }),
} as const
export type EventName = keyof typeof events
export type BridgeEvent = {
  readonly [E in EventName]: { readonly name: E; readonly payload: z.infer<(typeof events)[E]> }
}[EventName]

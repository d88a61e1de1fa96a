import { z } from 'zod'

/**
 * The calls of the hub, the fleet's door before PostgreSQL: `POST /v1/<name>` with a JSON body (`content-type: application/json`). Calls that not
 * anyone may make carry the token of `sign-in` as `authorization: Bearer <token>`. The answer is `{"ok":true,"value":...}` with status 200, or
 * `{"ok":false,"error":{"code","message"}}` with the status of `hubStatuses`. Both sides parse with these schemas.
 * Times are ISO 8601 texts of the database's clock; no rule depends on a station's clock. Every call may arrive twice or late without harm.
 */
const base64 = (bytes: number) => z.base64().max(Math.ceil(bytes / 3) * 4)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const time = z.iso.datetime({ offset: true })
const name = z.string().trim().min(1).max(80)
const jobId = z.string().regex(/^[0-9A-Z]{26}$/)
const stationId = z.uuid()
const sealed = (bytes: number) => base64(bytes)
const none = z.object({})

/** HMAC-SHA-256 under the claim key, which the hub never has: of a box, a user ID or a mapping id. Lower-case hexadecimal. */
export const claimKeySchema = hash

export const stationRoleSchema = z.enum(['station', 'supervisor'])
export type StationRole = z.infer<typeof stationRoleSchema>

/** Why a job cannot have its keys: another job has one of them. `until` is absent after that job was done or its effect may stand. */
export const claimConflictSchema = z.object({
  key: claimKeySchema,
  station: z.object({ id: stationId, name }),
  since: time,
  until: time.optional(),
  state: z.enum(['held', 'done']),
})
export type ClaimConflict = z.infer<typeof claimConflictSchema>

/**
 * Of a request about a claim. Grows with each one that a station makes for a job, also after its folder was restored, so that a copy of an older request
 * undoes nothing when it comes late. Starts anew when the job changes station.
 */
const claimVersion = z.int().min(0)

/**
 * Per job. `fence` grows whenever the job's claims change hands: by a rescue, or when they are taken anew after they were released. It is sent back
 * with each later call for this job. `until`: renew before it. A claim that was confirmed once does not lapse then, because its effect may stand.
 */
const claimAnswerSchema = z.discriminatedUnion('result', [
  z.object({ job: jobId, result: z.literal('held'), fence: z.int().min(1), until: time }),
  z.object({ job: jobId, result: z.literal('conflict'), conflicts: z.array(claimConflictSchema).min(1).max(8) }),
  // The work was moved to another station; this one must not send it.
  z.object({ job: jobId, result: z.literal('moved'), to: z.object({ id: stationId, name }) }),
  // A newer request was here before, and nothing has changed. If this is no late copy, ask again with a version above this one.
  z.object({ job: jobId, result: z.literal('late'), version: claimVersion }),
])
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>

const statusCountsSchema = z.object({
  unsent: z.int().min(0),
  sending: z.int().min(0),
  needsYou: z.int().min(0),
  refused: z.int().min(0),
})

/** Finished and refused jobs that were saved on one day, by technician and product. `day`: yyyy-MM-dd of the station's calendar. */
export const dayTotalSchema = z.object({
  day: z.iso.date(),
  technician: z.string().max(80),
  product: z.string().max(120),
  done: z.int().min(0),
  refused: z.int().min(0),
})

/** How a station stands. Holds no personal data of customers. */
export const stationStatusSchema = z.object({
  version: z.string().max(40),
  counts: statusCountsSchema,
  oldestJobAt: time.optional(),
  /** The days that changed since the last report; a row replaces the earlier one of the same day, technician and product. */
  totals: z.array(dayTotalSchema).max(500),
})
export type StationStatus = z.infer<typeof stationStatusSchema>

/** A job in the fleet's care. `sealed`: to the fleet's key; in `work.waiting` to the key of the station that takes it over. */
const workItemSchema = z.object({
  job: jobId,
  fence: z.int().min(0),
  /** Grows with every change of the job at its station, so that a late copy of an older one replaces nothing. Starts anew after a rescue. */
  version: z.int().min(0),
  state: z.enum(['saved', 'sending', 'checking', 'waiting', 'needs-you', 'refused']),
  sealed: sealed(96 * 1024),
})
export type WorkItem = z.infer<typeof workItemSchema>

/**
 * One line of a station's audit chain: `hash` is SHA-256 over the 32 bytes of `previous` and then the bytes of the sealed line. Sequences start at 1,
 * without gaps; the first `previous` is 64 zeros.
 */
const auditEntrySchema = z.object({ sequence: z.int().min(1), previous: hash, hash, sealed: sealed(16 * 1024) })
const storedAuditEntrySchema = auditEntrySchema.extend({ receivedAt: time })

export const documentKindSchema = z.enum(['connection', 'policy', 'handout'])

/**
 * Signed offline by the operator. `text` is what was signed (`document-text.ts`); the signature is Ed25519 over `setdesk document`, a line
 * feed, and its UTF-8 bytes. The other fields are labels for the hub. A station believes only the text.
 */
const fleetDocumentSchema = z.object({
  kind: documentKindSchema,
  name,
  serial: z.int().min(1),
  /** The group of stations it is for; absent: all. */
  group: name.optional(),
  text: z.string().max(200_000),
  key: base64(200),
  signature: base64(200),
})
export type FleetDocument = z.infer<typeof fleetDocumentSchema>

/** A station as the hub's board has it. */
export const boardStationSchema = z.object({
  id: stationId,
  name,
  role: stationRoleSchema,
  group: name.optional(),
  state: z.enum(['active', 'revoked']),
  lastSeen: time.optional(),
  status: stationStatusSchema.omit({ totals: true }).optional(),
  /** Public X25519 key (raw, base64) that work for this station is sealed to. */
  sealKey: base64(32),
  documents: z.array(z.object({ kind: documentKindSchema, name, serial: z.int().min(1) })).max(100),
  /** Its unfinished jobs in the fleet's care: what can be moved. The status of a station that was removed or lost never changes again. */
  inCare: z.int().min(0),
  /** `had`: how many of its lines came again after they were stored; absent for none. It is no fault. */
  audit: z.object({
    entries: z.int().min(0),
    had: z.int().min(0).optional(),
    trouble: z.enum(['forked', 'gap']).optional(),
  }),
})
export type BoardStation = z.infer<typeof boardStationSchema>

interface Call<Q extends z.ZodType, A extends z.ZodType> {
  /** Who may call. A supervisor may call what a station may. */
  readonly by: 'anyone' | 'station' | 'supervisor'
  readonly request: Q
  readonly answer: A
}
const call = <Q extends z.ZodType, A extends z.ZodType>(by: Call<Q, A>['by'], request: Q, answer: A): Call<Q, A> => ({
  by,
  request,
  answer,
})

/** Every call by its name. A new call is one line here, one function in SQL and one line of the door. */
export const hubCalls = {
  /**
   * Uses up a one-time code. The hub knows `lookup` only, which is derived from the code; `envelope` is sealed with another key that is derived from
   * it, so the hub cannot open it (`one-time-code.ts`). `proof`: Ed25519 by `identityKey` over `lookup`, `identityKey` and `sealKey`, joined by line
   * feeds. The same station may ask again with the same code until the code lapses. The code of the first supervisor has no envelope.
   */
  enrol: call(
    'anyone',
    z.object({ lookup: hash, name, identityKey: base64(32), sealKey: base64(32), proof: base64(64) }),
    z.object({
      station: stationId,
      role: stationRoleSchema,
      group: name.optional(),
      envelope: base64(8192).optional(),
    }),
  ),
  challenge: call('anyone', z.object({ station: stationId }), z.object({ challenge: base64(32) })),
  /** `signature`: Ed25519 over the text `setdesk-hub-sign-in`, the station's id and the challenge, joined by line feeds. */
  'sign-in': call(
    'anyone',
    z.object({ station: stationId, challenge: base64(32), signature: base64(64) }),
    z.object({ token: z.string().min(32).max(200), role: stationRoleSchema, now: time }),
  ),

  /**
   * All keys of a job or none, in one transaction; asking again renews and never takes a second time. The same version again is the same request, and
   * gets the same answer.
   */
  'claims.take': call(
    'station',
    z.object({
      jobs: z
        .array(z.object({ job: jobId, keys: z.array(claimKeySchema).min(1).max(8), version: claimVersion }))
        .min(1)
        .max(500),
    }),
    z.object({ jobs: z.array(claimAnswerSchema) }),
  ),
  /** Before a send: whether the job is still this station's, under this fence. It renews the claim. */
  'claims.confirm': call(
    'station',
    z.object({ job: jobId, fence: z.int().min(1) }),
    z.discriminatedUnion('result', [
      z.object({ result: z.literal('held'), until: time }),
      z.object({ result: z.literal('moved'), to: z.object({ id: stationId, name }) }),
      // The claim ran out or was never made: ask `claims.take` again.
      z.object({ result: z.literal('lapsed') }),
    ]),
  ),
  /**
   * `done`: the keys stay taken for 90 days. `released`: nothing was sent, and they are free at once. A job that was moved or has another fence by
   * now is left as it is. `late`: a newer request about the job was here before, as in `claims.take`.
   */
  'claims.finish': call(
    'station',
    z.object({
      jobs: z
        .array(
          z.object({ job: jobId, fence: z.int().min(1), outcome: z.enum(['done', 'released']), version: claimVersion }),
        )
        .min(1)
        .max(500),
    }),
    z.object({ late: z.array(z.object({ job: jobId, version: claimVersion })) }),
  ),
  /** Who has these keys; for the search over the fleet, and to say it at a scan. */
  'claims.find': call(
    'station',
    z.object({ keys: z.array(claimKeySchema).min(1).max(8) }),
    z.object({ found: z.array(claimConflictSchema.extend({ job: jobId })).max(100) }),
  ),

  /** `moved`: jobs that belong to another station now. */
  'work.put': call(
    'station',
    z.object({ items: z.array(workItemSchema).min(1).max(100) }),
    z.object({ moved: z.array(jobId) }),
  ),
  /** `version`: of the job as it is no longer unfinished. A job that was put with a later one stays. */
  'work.remove': call(
    'station',
    z.object({
      jobs: z
        .array(z.object({ job: jobId, version: z.int().min(0) }))
        .min(1)
        .max(500),
    }),
    none,
  ),
  /**
   * Work that was moved to this station, sealed to its key, until it is taken over by `work.accept`, by a `work.put` of this station, or by a
   * `claims.confirm` under the new fence. `after`: the last job of the page before, so that jobs that cannot be taken over hide none behind them.
   */
  'work.waiting': call(
    'station',
    z.object({ after: jobId.optional() }),
    z.object({ items: z.array(workItemSchema).max(100), hasMore: z.boolean() }),
  ),
  'work.accept': call('station', z.object({ jobs: z.array(jobId).min(1).max(100) }), none),
  /** Of a job that was moved and not taken over yet, the copy that was sealed to the fleet's key. */
  'work.list': call(
    'supervisor',
    z.object({ station: stationId, after: jobId.optional() }),
    z.object({ items: z.array(workItemSchema.extend({ changedAt: time })).max(100), hasMore: z.boolean() }),
  ),
  /**
   * Moves jobs with their claims to another station, in one transaction, all or none. `fence` and `version` are those that were read; a job that
   * changed since is a conflict. `sealed` is sealed to the other station's key. Both stations are told by an event about `work`.
   */
  'work.rescue': call(
    'supervisor',
    z.object({
      from: stationId,
      to: stationId,
      items: z
        .array(z.object({ job: jobId, fence: z.int().min(0), version: z.int().min(0), sealed: sealed(96 * 1024) }))
        .min(1)
        .max(100),
    }),
    z.object({ items: z.array(z.object({ job: jobId, fence: z.int().min(1) })) }),
  ),

  'status.put': call('station', stationStatusSchema, none),
  /** Entries that are there already count as `had`; a different line at a stored place is `forked`; a missing one before them is `gap`. */
  'audit.append': call(
    'station',
    z.object({ entries: z.array(auditEntrySchema).min(1).max(500) }),
    z.object({ next: z.int().min(1), had: z.int().min(0), forkedAt: z.int().optional(), gapAt: z.int().optional() }),
  ),
  'audit.read': call(
    'supervisor',
    z.object({ station: stationId, after: z.int().min(0) }),
    z.object({
      entries: z.array(storedAuditEntrySchema).max(500),
      hasMore: z.boolean(),
      /** Lines at these places that contradict the chain: evidence. The first hundred. */
      forks: z.array(storedAuditEntrySchema).max(100).optional(),
    }),
  ),

  /** The documents for this station with a higher serial than it knows. Of one kind and name the highest serial counts, for its group or for all. */
  'documents.get': call(
    'station',
    z.object({ known: z.array(z.object({ kind: documentKindSchema, name, serial: z.int() })).max(100) }),
    z.object({ documents: z.array(fleetDocumentSchema).max(20), hasMore: z.boolean() }),
  ),
  'documents.taken': call(
    'station',
    z.object({ kind: documentKindSchema, name, serial: z.int().min(1), outcome: z.enum(['taken', 'refused']) }),
    none,
  ),
  /** A serial that is not above the stored one of the same kind, name and group is a conflict, unless it is the same document. */
  'documents.put': call('supervisor', fleetDocumentSchema, none),

  /** Makes a one-time code known. It lapses after `hours`. */
  'stations.invite': call(
    'supervisor',
    z.object({
      lookup: hash,
      role: stationRoleSchema,
      group: name.optional(),
      envelope: base64(8192),
      hours: z.int().min(1).max(168),
    }),
    none,
  ),
  'stations.revoke': call('supervisor', z.object({ station: stationId }), none),
  /** `stations`: only these, such as those that events named. `position`: continue with the events after it. */
  'board.read': call(
    'supervisor',
    z.object({ after: stationId.optional(), stations: z.array(stationId).max(200).optional() }),
    z.object({ position: z.int().min(0), stations: z.array(boardStationSchema).max(200), hasMore: z.boolean() }),
  ),
  'board.totals': call(
    'supervisor',
    z.object({ from: z.iso.date(), to: z.iso.date() }),
    z.object({ totals: z.array(dayTotalSchema.extend({ station: stationId })).max(20_000) }),
  ),
} as const

export type HubCall = keyof typeof hubCalls
export type HubRequest<C extends HubCall> = z.infer<(typeof hubCalls)[C]['request']>
export type HubAnswer<C extends HubCall> = z.infer<(typeof hubCalls)[C]['answer']>

/**
 * `GET /v1/events?after=<position>` with the same bearer: server-sent events, `id` is the position and `data` this value; a comment comes every 20 s.
 * A supervisor is told of every station; a station only of itself, and not of what it did itself. Without `after` it starts with what comes next.
 * Positions grow in the order in which they can be read, so nothing is skipped when a station continues after one. Several changes of one
 * kind may arrive as one event. `told`: another station did it, and the station of the event has to look; without it, it is news for supervisors,
 * such as what a supervisor's own computer did. After `revoked` of this station the stream ends. The stream begins with the value of `hubStreamStartSchema`.
 */
export const hubEventSchema = z.object({
  position: z.int().min(1),
  about: z.enum(['station', 'work', 'claims', 'documents', 'audit', 'revoked']),
  station: stationId,
  told: z.boolean().optional(),
})
export type HubEvent = z.infer<typeof hubEventSchema>

/** The latest position. Below the position that the station asked for: the database was restored from an older backup. */
export const hubStreamStartSchema = z.object({ latest: z.int().min(0) })

/**
 * `not-signed-in`: sign in again. `moved`: the job belongs to another station now. `unavailable`: the database does not answer;
 * try later. `defect`: the hub or its functions are at fault; its log says where, and asking again at once does not help.
 */
export const hubErrorSchema = z.object({
  code: z.enum([
    'bad-request',
    'not-signed-in',
    'not-allowed',
    'revoked',
    'code-unknown',
    'conflict',
    'not-found',
    'too-large',
    'too-many',
    'unavailable',
    'defect',
  ]),
  message: z.string().max(400),
})
export type HubError = z.infer<typeof hubErrorSchema>

/** The HTTP status of each error. */
export const hubStatuses: Readonly<Record<HubError['code'], number>> = {
  'bad-request': 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  revoked: 403,
  'code-unknown': 404,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'too-many': 429,
  unavailable: 503,
  defect: 500,
}

import { z } from 'zod'

/**
 * The calls of the hub, the fleet's service in front of PostgreSQL: `POST /v1/<name>` with a JSON body (`content-type:
 * application/json`). Calls that need a sign-in carry the token of the sign-in as `authorization: Bearer <token>`. The answer is
 * `{"ok":true,"value":...}` with status 200, or `{"ok":false,"error":{"code","message"}}` with the status of `hubStatuses`. Both sides
 * parse with these schemas. Times are ISO 8601 texts of the database's clock; no rule depends on a station's clock. Every call may
 * arrive twice or late without harm.
 */
const base64 = (bytes: number) => z.base64().max(Math.ceil(bytes / 3) * 4)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const time = z.iso.datetime({ offset: true })
const name = z.string().trim().min(1).max(80)
const jobId = z.string().regex(/^[0-9A-Z]{26}$/)
const stationId = z.uuid()
const none = z.object({})
const count = z.int().min(0)
const outcome = z.enum(['done', 'released'])
/** A list of one to `most` items. */
const upTo = <T extends z.ZodType>(most: number, item: T) => z.array(item).min(1).max(most)

/** HMAC-SHA-256 of a box, a user ID or a mapping id under the claim key, in lower-case hexadecimal. The hub never has the claim key. */
export const claimKeySchema = hash

export const stationRoleSchema = z.enum(['station', 'supervisor'])
export type StationRole = z.infer<typeof stationRoleSchema>

/** A key that a job cannot claim, because another job has it. `until` is absent if the other job is done or may have taken effect. */
export const claimConflictSchema = z.object({
  key: claimKeySchema,
  station: z.object({ id: stationId, name }),
  since: time,
  until: time.optional(),
  state: z.enum(['held', 'done']),
})
export type ClaimConflict = z.infer<typeof claimConflictSchema>

/**
 * The version of a station's request about a job's claim. Each request has a higher version than all earlier ones, even after a restore of
 * the station's folder, so a late copy of an old request undoes nothing. After a job has moved to another station, the versions start again.
 */
const claimVersion = z.int().min(0)
/** A version in an answer of the hub. A station counts on from it, so it must leave room for many more. The hub has 32 bits for a fence. */
const answeredVersion = z.int().min(0).max(999_999_999_999_999)
const fence = z.int().min(0).max(2_147_483_647)
const claimFence = fence.min(1)

const wish = z.object({ job: jobId, keys: upTo(8, claimKeySchema), version: claimVersion, fence: fence.optional() })

/**
 * The answer for one job. `fence` increases whenever the job's claims change hands (a rescue, or a new claim after a release). Later calls
 * for this job send the fence back. `until`: the claim must be renewed before this time. A claim that was confirmed with `claims.confirm`
 * does not lapse at this time, because the job may have taken effect.
 */
const claimAnswerSchema = z.discriminatedUnion('result', [
  z.object({ job: jobId, result: z.literal('held'), fence: claimFence, until: time }),
  z.object({ job: jobId, result: z.literal('conflict'), conflicts: upTo(8, claimConflictSchema) }),
  // The job belongs to another station. `fence`: the job's present fence. Absent from older hubs.
  z.object({ job: jobId, result: z.literal('moved'), to: z.object({ id: stationId, name }), fence: fence.optional() }),
  // A newer request arrived first, so nothing has changed. If this request is not a late copy, ask again with a version above `version`.
  z.object({ job: jobId, result: z.literal('late'), version: answeredVersion }),
])
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>

/** Counts of jobs for one day, technician and product. `day`: the day when the jobs were saved, yyyy-MM-dd of the station's calendar. */
export const dayTotalSchema = z.object({
  day: z.iso.date(),
  technician: z.string().max(80),
  product: z.string().max(120),
  done: z.int().min(0),
  refused: z.int().min(0),
})

/** A station's status, without personal data of customers. */
export const stationStatusSchema = z.object({
  version: z.string().max(40),
  counts: z.object({ unsent: count, sending: count, needsYou: count, refused: count }),
  oldestJobAt: time.optional(),
  /** The counts that changed since the last report. A row replaces the earlier row of the same day, technician and product. */
  totals: z.array(dayTotalSchema).max(500),
})
export type StationStatus = z.infer<typeof stationStatusSchema>

/**
 * A job that the hub stores for its station. `sealed`: the job, sealed to the fleet's key. In the answer of `work.waiting`, the job is
 * sealed to the key of the receiving station.
 */
const workItemSchema = z.object({
  job: jobId,
  fence,
  /** Increases with every change of the job, so that a late copy of an older state replaces nothing. Restarts after a rescue. */
  version: z.int().min(0),
  state: z.enum(['saved', 'sending', 'checking', 'waiting', 'needs-you', 'refused']),
  sealed: base64(96 * 1024),
})
/** Jobs whose stored copy or removal is newer, so nothing has changed; see `late` of `claims.take`. Older hubs do not return it. */
const lateJobs = z.array(z.object({ job: jobId, version: answeredVersion }))
const waitingItem = workItemSchema.extend({ version: answeredVersion })
export type WorkItem = z.infer<typeof workItemSchema>

/**
 * One line of a station's audit chain. `hash`: SHA-256 over the 32 bytes of `previous` followed by the bytes of the sealed line.
 * Sequences start at 1 and have no gaps. The first `previous` is 64 zeros.
 */
const auditEntrySchema = z.object({ sequence: z.int().min(1), previous: hash, hash, sealed: base64(16 * 1024) })
/** No sealed line is shorter than 48 bytes: that is the key of one use and the code that proves the text. */
const newAuditEntrySchema = auditEntrySchema.extend({ sealed: auditEntrySchema.shape.sealed.min(64) })
const storedAuditEntrySchema = auditEntrySchema.extend({ receivedAt: time })

export const documentKindSchema = z.enum(['connection', 'policy', 'handout'])

/**
 * A document that the operator signed offline. `text`: the signed text (`fleet-document.ts`). The signature is Ed25519 over `setdesk
 * document`, a line feed, and the text in UTF-8. The other fields are labels for the hub; a station trusts only the text.
 */
const fleetDocumentSchema = z.object({
  kind: documentKindSchema,
  name,
  serial: z.int().min(1),
  /** The group of stations that gets the document. If absent, all stations get it. */
  group: name.optional(),
  text: z.string().max(200_000),
  key: base64(200),
  signature: base64(200),
})
export type FleetDocument = z.infer<typeof fleetDocumentSchema>

export const boardStationSchema = z.object({
  id: stationId,
  name,
  role: stationRoleSchema,
  group: name.optional(),
  state: z.enum(['active', 'revoked']),
  lastSeen: time.optional(),
  status: stationStatusSchema.omit({ totals: true }).optional(),
  /** The station's public X25519 key (raw, base64). Work for this station is sealed to this key. */
  sealKey: base64(32),
  documents: z.array(z.object({ kind: documentKindSchema, name, serial: z.int().min(1) })).max(100),
  /** How many unfinished jobs of the station the hub stores. The hub counts these jobs itself, because a lost station reports nothing. */
  inCare: z.int().min(0),
  /** `had`: how many lines arrived again after they were stored; absent if there are none. That is not a fault. */
  audit: z.object({
    entries: z.int().min(0),
    had: z.int().min(0).optional(),
    trouble: z.enum(['forked', 'gap']).optional(),
  }),
})
export type BoardStation = z.infer<typeof boardStationSchema>

interface Call<Q extends z.ZodType, A extends z.ZodType> {
  /** Who may make the call. A supervisor may make every call of a station. */
  readonly by: 'anyone' | 'station' | 'supervisor'
  readonly request: Q
  readonly answer: A
}
const call = <Q extends z.ZodType, A extends z.ZodType>(by: Call<Q, A>['by'], request: Q, answer: A): Call<Q, A> => ({
  by,
  request,
  answer,
})

/** Every call by its name. A new call needs one entry here and one SQL function: the name with `_` in place of `.` and `-`. */
export const hubCalls = {
  /**
   * Uses up a one-time code. The hub knows only `lookup`, which is derived from the code. `envelope` is sealed with another key that is
   * derived from the code, so the hub cannot open it (`one-time-code.ts`). `proof`: Ed25519 by `identityKey` over `lookup`, `identityKey`
   * and `sealKey`, joined by line feeds. The same station may repeat the call until the code lapses. The first supervisor's code has no
   * envelope, and its use removes all other stations, because that supervisor makes new keys.
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
    z.object({ token: z.string().regex(/^[\w.-]{32,200}$/), role: stationRoleSchema, now: time }),
  ),

  /**
   * Claims all keys of a job or none, in one transaction. For a job that has its claim, a request with a higher version renews the claim.
   * The same version again changes nothing and gets the same answer. `fence`: the last one that the station knows of the job, 0 if it never
   * had a claim. If the job was moved since, the answer is `moved`. Older hubs ignore it.
   */
  'claims.take': call('station', z.object({ jobs: upTo(500, wish) }), z.object({ jobs: z.array(claimAnswerSchema) })),
  /** Asks before a send whether the job still belongs to this station under this fence. Renews the claim. */
  'claims.confirm': call(
    'station',
    z.object({ job: jobId, fence: claimFence }),
    z.discriminatedUnion('result', [
      z.object({ result: z.literal('held'), until: time }),
      z.object({ result: z.literal('moved'), to: z.object({ id: stationId, name }), fence: fence.optional() }),
      // The claim lapsed or never existed. Call `claims.take` again.
      z.object({ result: z.literal('lapsed') }),
    ]),
  ),
  /**
   * `done`: the keys stay claimed for 90 days. `released`: they are free at once, because the job had no effect or one that conflicts with
   * no other job. The claim of a job that was moved or has another fence is not changed. `late`: see `claims.take`.
   */
  'claims.finish': call(
    'station',
    z.object({ jobs: upTo(500, z.object({ job: jobId, fence: claimFence, outcome, version: claimVersion })) }),
    z.object({ late: lateJobs }),
  ),
  /** Finds the stations with these keys, for the search and for a warning at a scan. `job`: only for a supervisor or its own station. */
  'claims.find': call(
    'station',
    z.object({ keys: upTo(8, claimKeySchema) }),
    z.object({ found: z.array(claimConflictSchema.extend({ job: jobId.optional() })).max(100) }),
  ),

  /** `moved`: jobs that were not stored, because they belong to another station now or were moved since `fence`. */
  'work.put': call(
    'station',
    z.object({ items: upTo(100, workItemSchema) }),
    z.object({ moved: z.array(jobId), late: lateJobs.optional() }),
  ),
  /** `version`: the version in which the job was no longer unfinished. A copy of the job with a later version stays at the hub. */
  'work.remove': call(
    'station',
    z.object({ jobs: upTo(500, z.object({ job: jobId, version: z.int().min(0) })) }),
    z.object({ late: lateJobs.optional() }),
  ),
  /**
   * Work that was moved to this station, sealed to the station's key. The work waits at the hub until `work.accept`, a `work.put`, or a
   * `claims.confirm` under the new fence. `after`: the last job of the previous page, so that jobs that do not open do not hide others.
   * `heldBack`: how many more jobs the hub gives only later; see `work.rescue`. Older hubs hold back no jobs.
   */
  'work.waiting': call(
    'station',
    z.object({ after: jobId.optional() }),
    z.object({ items: z.array(waitingItem).max(100), hasMore: z.boolean(), heldBack: count.optional() }),
  ),
  'work.accept': call('station', z.object({ jobs: upTo(100, jobId) }), none),
  /** Lists the jobs that the hub stores for a station, sealed to the fleet's key. Includes jobs that were moved and not accepted yet. */
  'work.list': call(
    'supervisor',
    z.object({ station: stationId, after: jobId.optional() }),
    z.object({ items: z.array(workItemSchema.extend({ changedAt: time })).max(100), hasMore: z.boolean() }),
  ),
  /**
   * Moves jobs and their claims to another station in one transaction. `fence` and `version`: as read with `work.list`. If a job has
   * changed since then, the call fails with `conflict` and moves nothing. A move that was made already gets its answer again. `sealed`: the
   * job, sealed to the key of the station `to`. Both stations get events about `work` and `claims`. `takesMoney`: whether the job has a step
   * that would cost twice if both stations sent it. The hub holds such a job back until the former station can no longer send it: 13 minutes
   * after it was last seen, unless the operator changed that. `heldBackUntil`: absent if the other station can have the job now.
   */
  'work.rescue': call(
    'supervisor',
    z.object({
      from: stationId,
      to: stationId,
      items: upTo(100, workItemSchema.omit({ state: true }).extend({ takesMoney: z.boolean().optional() })),
    }),
    z.object({ items: z.array(z.object({ job: jobId, fence: claimFence, heldBackUntil: time.optional() })) }),
  ),

  'status.put': call('station', stationStatusSchema, none),
  /** `had`: how many of the lines were already stored. `forkedAt`: the first stored line that differs. `gapAt`: the first missing line. */
  'audit.append': call(
    'station',
    z.object({ entries: upTo(500, newAuditEntrySchema) }),
    z.object({ next: z.int().min(1), had: z.int().min(0), forkedAt: z.int().optional(), gapAt: z.int().optional() }),
  ),
  /** `forks`: lines that contradict the chain. If the page has more of them, they are read with `skippedForks`. */
  'audit.read': call(
    'supervisor',
    z.object({ station: stationId, after: z.int().min(0), skippedForks: z.int().min(0).optional() }),
    z.object({
      entries: z.array(storedAuditEntrySchema).max(500),
      hasMore: z.boolean(),
      forks: z.array(storedAuditEntrySchema).max(100).optional(),
      hasMoreForks: z.boolean().optional(),
    }),
  ),

  /** Returns this station's documents that are newer than the known ones. Older hubs take at most 100 known ones. */
  'documents.get': call(
    'station',
    z.object({ known: z.array(z.object({ kind: documentKindSchema, name, serial: z.int() })).max(200) }),
    z.object({ documents: z.array(fleetDocumentSchema).max(20), hasMore: z.boolean() }),
  ),
  'documents.taken': call(
    'station',
    z.object({ kind: documentKindSchema, name, serial: z.int().min(1), outcome: z.enum(['taken', 'refused']) }),
    none,
  ),
  /** Fails with `conflict` unless the serial is above the stored one of this kind, name and group. The same document may be sent again. */
  'documents.put': call('supervisor', fleetDocumentSchema, none),

  /** Registers a one-time code. The code lapses after `hours`. */
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
  /**
   * Removes the calling station from the fleet. `jobs`: the jobs that the station still has. The hub deletes their copies and ends their
   * claims as `claims.finish` does. Other copies stay at the hub, so a supervisor can still move them. `elsewhere`: the named jobs that were
   * moved to another station, or back to this one without its knowledge. The caller must not send these. A second call is refused with
   * `revoked`.
   */
  'stations.leave': call(
    'station',
    z.object({ jobs: z.array(z.object({ job: jobId, outcome })).max(100_000) }),
    z.object({ elsewhere: z.array(z.object({ job: jobId, to: z.object({ id: stationId, name }) })) }),
  ),
  /**
   * `stations`: read only these stations, for example those that events named. `position`: the position of the latest event before the
   * answer. The supervisor's event stream continues after this position.
   */
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

/** A position of an event. The hub accepts no longer number, so a station must not store one. */
const position = z.int().max(999_999_999_999_999)

/**
 * `GET /v1/events?after=<position>` with the same bearer token: server-sent events with the position as `id` and a value of this schema as
 * `data`. A comment comes every 20 s. A supervisor gets the events of every station. Any other station gets only events about itself,
 * without the events that it caused. Without `after` the stream starts with the next event. Positions increase in the order in which events
 * become readable, so no event is missed. Several changes of one kind may arrive as one event. `told`: another station caused the event,
 * and the event's station has to act. Without `told`, the event is news for supervisors. The stream begins with the value of
 * `hubStreamStartSchema`. It ends after a `revoked` event about this station.
 */
export const hubEventSchema = z.object({
  position: position.min(1),
  about: z.enum(['station', 'work', 'claims', 'documents', 'audit', 'revoked']),
  station: stationId,
  told: z.boolean().optional(),
})
export type HubEvent = z.infer<typeof hubEventSchema>

/** The latest position. If it is below the position that the station asked for, the database was restored from an older backup. */
export const hubStreamStartSchema = z.object({ latest: position.min(0) })

/**
 * `not-signed-in`: sign in again. `unavailable`: the database does not answer; try again later. `defect`: the hub or its SQL functions have
 * a fault. The hub's log has the details, and an immediate retry does not help.
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

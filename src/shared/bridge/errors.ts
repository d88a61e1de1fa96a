import { z } from 'zod'

/** The closed union of the errors of the bridge. The locale file has a sentence and a next step for each. */
export const errorCodes = [
  'bad-request',
  'unknown-channel',
  'not-allowed',
  'internal',
  'host-gone',
  'locked',
  'wrong-passphrase',
  'signed-out',
  'wrong-pin',
  'supervisor-only',
  'not-permitted',
  'passphrase-needed',
  'key-store-unavailable',
  'storage-full',
  'storage-read-only',
  'no-connection',
  'no-token',
  'plain-http',
  'not-found',
  'changed-meanwhile',
  'box-in-job',
  'log-in-in-job',
  'too-much-unsent',
  'needs-network',
  'one-at-a-time',
  'not-reached',
  'platform-refused',
  'not-understood',
  'already-set-up',
  'unreadable-record',
  'changed-outside',
  'purged-record',
  'file-unusable',
  'file-not-written',
  'no-program',
  'other-computer',
  'changed-file',
  'key-not-protected',
  'other-call',
  'other-settings',
  'new-sender',
  'other-sender',
  'not-checked',
  'source-must-be-gone',
  'several-connections',
  'work-left',
  'too-large',
] as const
export type ErrorCode = (typeof errorCodes)[number]

export const bridgeErrorSchema = z.object({
  code: z.enum(errorCodes),
  /** One plain English sentence for a log or a script; the screen has its own sentence for the code. Contains no secret. */
  message: z.string(),
  /** The same call may succeed later without a change. */
  retryable: z.boolean(),
  /** Invalid fields: path -> rule code. */
  fields: z.record(z.string(), z.string()).optional(),
  jobId: z.string().optional(),
  detail: z.string().optional(),
})
export type BridgeError = z.infer<typeof bridgeErrorSchema>

import type { z } from 'zod'
import type { Channel, channels } from '../../../src/shared/bridge/contract.ts'
import type { ErrorCode } from '../../../src/shared/bridge/errors.ts'

/** The effects that a call can have: the page's word for each effect, and the word's meaning. */
export const callEffects = {
  reads: ['Reads', 'Reads what is on this computer.'],
  asks: ['Asks', 'Reads by asking the platform. Its answer may be stored on this computer.'],
  changes: ['Changes', 'Changes what is on this computer.'],
  sends: ['Sends', 'Changes what is on this computer, and may cause jobs to be sent to the platform.'],
} as const

/** The bridge page's note on a channel, in addition to its shapes. */
export interface ChannelNote<C extends Channel> {
  /** What the channel does, in one or two plain sentences. */
  readonly says: string
  readonly effect: keyof typeof callEffects
  /** The errors with which a call can fail, in addition to `errorsOfEveryCall`. */
  readonly errors: readonly ErrorCode[]
  readonly example: z.input<(typeof channels)[C]['request']>
}
export type ChannelNotes = { readonly [C in Channel]: ChannelNote<C> }

/** Channels of one subject, in the order of the page. */
export interface BridgeSubject {
  readonly title: string
  readonly about: string
  readonly notes: Partial<ChannelNotes>
}

/** Errors of a call while the saved work cannot be opened. */
export const closedErrors = [
  'locked',
  'key-store-unavailable',
  'key-missing',
  'storage-read-only',
] as const satisfies ErrorCode[]
/** Errors of a call that saves something. */
export const savingErrors = [...closedErrors, 'storage-full'] as const satisfies ErrorCode[]
/** Errors of a call that needs a connection to a platform. */
export const nobodyErrors = ['no-connection', 'no-token', 'plain-http'] as const satisfies ErrorCode[]

export const errorsOfEveryCall = ['bad-request', 'internal', 'signed-out'] as const satisfies ErrorCode[]
/** Errors of a request that reaches no channel. */
export const errorsOfNoChannel = [
  'unknown-channel',
  'not-allowed',
  'host-gone',
  'other-connection',
] as const satisfies ErrorCode[]

/** The meaning of each code for a script. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  'bad-request': 'A field breaks a rule. `fields` lists each such field by its path, with the rule.',
  'unknown-channel': 'No channel has this name.',
  'not-allowed':
    'The host rejected the request; or this host, job or connection does not allow the channel to do this.',
  internal: 'Something went wrong in Setdesk. `log/setdesk.jsonl` in the data folder says where.',
  'host-gone': 'Only on the screen: the page got no answer from the host. A script gets an error of its HTTP client.',
  locked: 'The saved work needs its passphrase first (`vault.unlock`), or has no key yet.',
  'wrong-passphrase': 'The passphrase is wrong. Nothing was changed.',
  'signed-out': 'No technician is signed in (`who.sign-in`). Saved work is still being sent.',
  'wrong-pin': 'The PIN is wrong. After several wrong ones each try takes longer.',
  'supervisor-only': 'Only the supervisor may do this.',
  'not-permitted': "The operator's policy does not allow this. `detail` names the field of the policy.",
  'passphrase-needed': 'A real connection needs a passphrase first (`vault.protect`).',
  'key-store-unavailable': 'The system’s key store does not answer now. Nothing is lost.',
  'key-missing': 'The file with the key to the stored work is missing or damaged.',
  'storage-full': 'The disk is full. Not everything was saved.',
  'storage-read-only': 'The file of saved work is damaged, or a newer Setdesk made it.',
  'no-connection': 'No connection is active, or none has the address of the intended platform.',
  'no-token': 'The connection has no token, or none that was typed for this address, proxy and certificate.',
  'plain-http': 'The address of the connection is not encrypted, and `allowsPlainHttp` is not set.',
  'not-found': 'The named job, connection, operation or file does not exist.',
  'changed-meanwhile': 'The named item has changed since it was read, or does not allow this now. Read it again.',
  'saved-already':
    'The draft is saved as another job than the given one, or as a job that was dropped. `jobId` names it.',
  'too-many-drafts': 'More than 100 forms are put aside. The form was not stored.',
  'box-in-job': 'The box is in another job on this computer. `jobId` names it.',
  'log-in-in-job': 'The user ID is in another job on this computer. `jobId` names it.',
  'too-much-unsent': 'This computer holds as much unsent work as the connection allows.',
  'needs-network': 'The platform makes the user IDs, so it must be reachable for a new customer.',
  'one-at-a-time': 'The platform makes the user IDs, so only one new customer is made at a time.',
  'not-reached': 'The platform did not answer. `detail` says why.',
  'platform-refused': 'The platform refused. `detail` contains its message.',
  'not-understood': 'The platform answered, but the answer was not understood. `detail` contains its beginning.',
  'already-set-up': 'No passphrase can be chosen or entered now.',
  'unreadable-record': 'The record of this job cannot be read. It can be dropped.',
  'changed-outside': 'Another program changed the record of this job. Nothing is sent from it; it can be dropped.',
  'purged-record': 'The details of this finished job were removed after the retention time.',
  'file-unusable': 'The file is damaged or of another kind, or its key cannot be opened here.',
  'file-not-written': 'The file could not be written.',
  'no-program': 'The system opened no program for this. Copy the text instead.',
  'other-computer': 'The file belongs to another computer, or was written for another one.',
  'changed-file': 'The backup was changed after it was made.',
  'other-key':
    'The key of the file differs from the key of the saved work. The unfinished jobs of a backup from before a change of the passphrase are imported with that passphrase.',
  'key-not-protected': 'The backup has an unprotected key, as in training, so it may be forged.',
  'other-call':
    'A job in the file would send something other than it shows. `detail` names the job, the call and the values. Nothing was imported.',
  'other-connection': 'Only on the screen: the job belongs to a connection that is not the active one.',
  'other-settings': 'The jobs were saved with other settings of the connection. Finish or drop them on this computer.',
  'new-sender': 'The key of that computer was not accepted yet. Compare the fingerprint, then set `acceptsSender`.',
  'other-sender': 'Another key was accepted for that computer, or the file is not signed with it. It may be forged.',
  'not-checked': 'The file has no signature or tag, so it is imported only with `evenIfUnchecked`.',
  'source-must-be-gone':
    "Another computer's backup is imported only with `sourceIsGone`: that computer no longer sends.",
  'perhaps-imported':
    'This computer takes back its own file only with `isNowhereElse`: no other computer has imported it, and none will.',
  'several-connections': 'Several connections have the address of that platform. `connectionId` chooses one.',
  'work-left': 'The connection has unfinished jobs.',
  'too-large': 'The content is too large for one file.',
  'no-fleet': 'This computer is not in a fleet.',
  'code-unknown': 'The one-time code is unknown to the hub, was used, or has expired.',
  'hub-not-reached': 'The hub of the fleet did not answer. `detail` says why.',
  'hub-refused': 'The hub of the fleet refused. `detail` says why.',
  'hub-busy': 'The hub of the fleet has too many calls at the moment. Nothing was changed.',
  'already-in-fleet': 'This computer is already in a fleet. Leave that fleet first.',
}

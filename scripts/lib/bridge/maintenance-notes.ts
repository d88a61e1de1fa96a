import { closedErrors, savingErrors, type BridgeSubject, type ChannelNotes } from './channel-note.ts'

const passphrase = 'a passphrase of several words'

/** Errors of a call that reads a file from another computer. */
const workFileErrors = [
  'not-found',
  'too-large',
  'wrong-passphrase',
  'file-unusable',
  'other-computer',
  'changed-file',
  'key-not-protected',
  'other-call',
  'no-connection',
  'several-connections',
  ...savingErrors,
] as const

export const maintenanceNotes = {
  'maintenance.list-backups': {
    says: 'Lists the backups in the data folder and the files that a restore set aside, and says where the backups are. `missing` counts the present unfinished jobs that a restore of the file would set aside.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'maintenance.back-up': {
    says: 'Makes a backup now and returns its name.',
    effect: 'changes',
    errors: ['file-unusable', ...savingErrors],
    example: {},
  },
  'maintenance.restore': {
    says: 'Replaces the saved work with a backup and keeps the replaced file. `jobs` are read back before anything is sent for them. If `key.json` is lost, the key of the backup is put back first. After the error `locked`, enter its passphrase with `vault.unlock` and restore again.',
    effect: 'sends',
    errors: ['not-found', 'file-unusable', 'other-key', 'other-computer', ...savingErrors],
    example: { name: 'setdesk-000012-20261122T154502.db' },
  },
  'maintenance.start-afresh': {
    says: 'Starts with an empty file if the present one is damaged or its key is missing. The present file is kept beside it.',
    effect: 'changes',
    errors: ['changed-meanwhile', 'storage-full'],
    example: {},
  },
  'maintenance.release': {
    says: 'Ends the send lock, which `sendLock` in the snapshot names. `copied`: decides who sends the jobs in a copied data folder, the copy (`send-here`) or the original (`leave-there`). `imported`: lets imported jobs be sent, or drops them with `leave-there`. With another `lock` than that one, it changes nothing.',
    effect: 'sends',
    errors: savingErrors,
    example: { work: 'leave-there' },
  },
  'maintenance.clear-notices': {
    says: 'Clears the notices that `app.snapshot` returns under `maintenance`.',
    effect: 'changes',
    errors: savingErrors,
    example: {},
  },
  'maintenance.retention': {
    says: 'Returns how long details are kept, how many refused or undecided jobs will be dropped and have their details deleted, and when this happens to the first of them.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'maintenance.export-work': {
    says: 'Exports jobs to a file for one other computer and drops them here; `target` is the `installation` in its `app.snapshot`. Without `jobIds`, it exports all unfinished jobs of the active connection, except `left` jobs that were being sent and `otherSettings` jobs that were saved with other settings of the connection.',
    effect: 'changes',
    errors: ['not-permitted', 'no-connection', 'not-found', 'too-large', 'other-settings', ...savingErrors],
    example: { target: 'Y6V75X', passphrase },
  },
  'maintenance.check-records': {
    says: 'Checks the record of every job: whether another program changed it, and whether jobs were removed. A changed job is set aside.',
    effect: 'changes',
    errors: ['changed-meanwhile', ...closedErrors],
    example: {},
  },
  'maintenance.count-unfinished': {
    says: 'Counts the jobs of all connections that are still to be sent, checked, decided or corrected. `maintenance.erase-everything` would lose them.',
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'maintenance.fingerprint': {
    says: "Returns the fingerprint of this computer's key, which another computer shows with an exported file.",
    effect: 'reads',
    errors: closedErrors,
    example: {},
  },
  'maintenance.forget-sender': {
    says: 'Forgets the key that was accepted for a computer, if it has a new one. Its next file needs `acceptsSender` again.',
    effect: 'changes',
    errors: savingErrors,
    example: { installation: 'Y6V75X' },
  },
  'maintenance.read-work': {
    says: 'Reads jobs of another computer, from a file exported for this one or from a backup, and imports nothing. Pass the file itself, or its name among the backups. A backup of this computer itself is read only if it has a former key, because it then cannot be restored. If this computer exported the file itself, the answer has `exportedTo`, and the jobs in the file can be taken back. Setdesk plans each job again from the values that it shows. If one job would send something else, the whole file is refused.',
    effect: 'reads',
    errors: workFileErrors,
    example: { name: 'setdesk-000012-20261122T154502.db', passphrase },
  },
  'maintenance.import-work': {
    says: 'Imports the jobs that `maintenance.read-work` showed; `digest` is the one from there. Sending is locked until `maintenance.release`. `known` jobs were here already. A file with `exportedTo` needs `isNowhereElse`.',
    effect: 'changes',
    errors: [
      ...workFileErrors,
      'changed-meanwhile',
      'source-must-be-gone',
      'perhaps-imported',
      'not-checked',
      'new-sender',
      'other-sender',
    ],
    example: {
      name: 'setdesk-000012-20261122T154502.db',
      passphrase,
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      sourceIsGone: true,
    },
  },
  'maintenance.diagnostics': {
    says: 'Returns what support needs to know: versions, numbers of jobs by state, sizes, the state of each link, and the codes of problems. It names no person, no platform and no computer. Nothing is written.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'maintenance.erase-everything': {
    says: 'Deletes everything that Setdesk stored on this computer, the keys first. After that Setdesk is as at its first start. Only the supervisor may do it, while the saved work is unlocked.',
    effect: 'changes',
    errors: ['locked', 'supervisor-only'],
    example: { confirm: 'erase everything' },
  },
  'maintenance.save-text': {
    says: 'Writes the report of an erasure or the diagnostics, as shown, into the folder `exports`. In a browser nothing is written: the page downloads the text.',
    effect: 'changes',
    errors: ['storage-full', 'file-not-written'],
    example: { name: 'erasure-20261122T154502.txt', text: 'Everything was erased.' },
  },
} as const satisfies Partial<ChannelNotes>

export const maintenanceSubject: BridgeSubject = {
  title: 'Backups and other computers',
  about: 'Before Setdesk sends anything for a job from a backup or another computer, it reads the platform.',
  notes: maintenanceNotes,
}

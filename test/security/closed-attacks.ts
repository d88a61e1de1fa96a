/** An attack that succeeded once, with the tests that replay it. */
export interface ClosedAttack {
  readonly title: string
  /** From the root of the project. A file that is missing is a failure. */
  readonly files: readonly string[]
  /** The least number of tests that must hold, so that a file that was emptied shows. */
  readonly least: number
}

/** The names are those of `--only`. A new attack is one entry here. */
export const closedAttacks: Readonly<Record<string, ClosedAttack>> = {
  'training-key': {
    title: 'a key that stood readable during training opens no later work',
    files: ['test/integration/maintenance/key-change.test.ts', 'test/unit/main/handlers/session/key-change.test.ts'],
    least: 18,
  },
  'token-place': {
    title: 'another address, proxy or certificate does not get the stored token',
    files: ['test/integration/app/secret-places.test.ts', 'test/unit/shared/domain/connection/token-place.test.ts'],
    least: 33,
  },
  'node-checksum': {
    title: 'the Node that Setdesk runs on is installed only with the checksum in the lock file',
    files: ['test/unit/scripts/complete-lock.test.ts'],
    least: 11,
  },
  'guessed-passphrase': {
    title: 'who guesses passphrases waits longer each time',
    files: ['test/unit/main/handlers/app/vault.test.ts'],
    least: 3,
  },
  'scrypt-floor': {
    title: 'each guess at a stolen key file is slow, and no file makes it cheap or takes all memory',
    files: ['test/unit/main/vault/passphrase.test.ts', 'test/unit/main/vault/key-file.test.ts'],
    least: 19,
  },
  'csv-formula': {
    title: 'a name in an exported list does not become a formula in a spreadsheet',
    files: ['test/unit/shared/domain/csv-cell.test.ts'],
    least: 15,
  },
  'folder-modes': {
    title: 'other users of the computer read nothing in the data folder',
    files: ['test/unit/main/host/folder-owner.test.ts'],
    least: 10,
  },
  bearer: {
    title: 'a server on another port of this computer receives nothing that opens the bridge',
    files: ['test/e2e/other-port.e2e.ts', 'test/unit/main/loopback/server.test.ts'],
    least: 60,
  },
  'shared-counter': {
    title: 'a locked Setdesk answers nothing but the sign-in, and nobody works under the name of another',
    files: ['test/integration/app/who.test.ts', 'test/integration/shell/lock.test.ts'],
    least: 14,
  },
  redaction: {
    title: 'a token or password that the platform sends back is masked, in whatever encoding',
    files: [
      'test/unit/platform/redact.test.ts',
      'test/unit/platform/hide-passwords.test.ts',
      'test/unit/main/host/log.test.ts',
      'test/integration/maintenance/diagnostics.test.ts',
    ],
    least: 30,
  },
  'forged-import': {
    title: 'a file of work that somebody made up, or changed, is not sent',
    files: ['test/integration/maintenance/forged-work.test.ts', 'test/unit/main/jobs/plan-check.test.ts'],
    least: 1,
  },
  'kept-too-long': {
    title: 'what retention should have deleted is nowhere in the data folder',
    files: ['test/integration/maintenance/retention.test.ts', 'test/unit/main/maintenance/purge.test.ts'],
    least: 5,
  },
  'changed-record': {
    title: 'a record that another program changes, moves or removes is set aside, and nothing is sent from it',
    files: ['test/integration/maintenance/changed-records.test.ts', 'test/unit/main/maintenance/quarantine.test.ts'],
    least: 45,
  },
  'audit-trail': {
    title: 'a changed, shortened or reordered audit trail shows on any computer',
    files: ['test/integration/maintenance/audit-trail.test.ts'],
    least: 10,
  },
  'guessed-call': {
    title: 'who has the file cannot try out which box or user ID was sent',
    files: ['test/unit/main/jobs/ledger/call-tags.test.ts'],
    least: 4,
  },
  'switched-off-tls': {
    title: 'no variable of the environment switches the check of certificates off',
    files: ['test/unit/platform/transport/open-socket.test.ts'],
    least: 15,
  },
  erasure: {
    title: 'what is erased leaves no file behind, even if the process is killed meanwhile',
    files: [
      'test/integration/maintenance/erase-everything.test.ts',
      'test/integration/maintenance/erase-connection.test.ts',
      'test/unit/main/storage/erase-folder.test.ts',
    ],
    least: 1,
  },
}

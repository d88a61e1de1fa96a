import { closedErrors, savingErrors, type ChannelNotes } from './channel-note.ts'

const passphrase = 'a passphrase of several words'

/** The notes on the channels for the state of the app and for its updates. */
export const appNotes = {
  'app.snapshot': {
    says: 'Returns everything that the frame of the screen shows: the state of the saved work, the connections, the number of jobs by state.',
    effect: 'reads',
    errors: [],
    example: {},
  },
  'preferences.save': {
    says: 'Changes preferences of this computer. Omitted fields stay as they were. Once technicians are set up, `technician` is the signed-in technician and cannot be set, and only the supervisor can change `lockAfterMinutes`.',
    effect: 'changes',
    errors: ['not-permitted', 'supervisor-only', 'storage-full'],
    example: { stationName: 'Counter 2' },
  },
  'vault.protect': {
    says: 'Sets the passphrase that protects the saved work. A real connection needs one in the browser host, and in the window if the key store protects nothing (`system-weak`).',
    effect: 'changes',
    errors: ['already-set-up', 'storage-full'],
    example: { passphrase },
  },
  'vault.unlock': {
    says: 'Opens the saved work with its passphrase, after each start.',
    effect: 'sends',
    errors: ['wrong-passphrase', 'already-set-up', 'storage-full'],
    example: { passphrase },
  },
  'vault.change-passphrase': {
    says: 'Replaces the passphrase and the key. Earlier backups of this computer are deleted as soon as there is one with the new key; copies elsewhere still open with the old passphrase.',
    effect: 'changes',
    errors: ['wrong-passphrase', 'already-set-up', 'storage-full'],
    example: { passphrase, fresh: 'another passphrase of several words' },
  },
  'page.save-pdf': {
    says: 'Saves the page as a PDF under a name without extension. Only in the window.',
    effect: 'changes',
    errors: ['not-allowed', 'file-not-written'],
    example: { name: 'Slip 12345' },
  },
  'app.forget-link': {
    says: 'Forgets the box of a link `setdesk://box/<id>`, after it was used or ignored. `app.snapshot` has it as `linkedBox`. A newer link stays.',
    effect: 'changes',
    errors: [],
    example: { box: '001A79C0FFEE' },
  },
  'app.opened-file': {
    says: "Returns the operator's file that was opened with Setdesk. `app.snapshot` has its name as `openedFile`. If the file is too large, the answer has no `text`. Only in the window.",
    effect: 'reads',
    errors: ['not-found'],
    example: {},
  },
  'app.forget-file': {
    says: 'Forgets the opened file, after it was shown or ignored. A newer one stays.',
    effect: 'changes',
    errors: [],
    example: { name: 'north.setdesk-connections' },
  },
  'app.restart': {
    says: 'Ends Setdesk and starts it again. Only in the window.',
    effect: 'changes',
    errors: ['not-allowed'],
    example: {},
  },
  'update.check': {
    says: 'Looks for a new version of Setdesk now, and downloads it if there is one. `update` in `app.snapshot` shows the progress. Only in the installed window.',
    effect: 'changes',
    errors: ['not-permitted', 'not-allowed'],
    example: {},
  },
  'update.install': {
    says: 'Installs the new version that is ready, then ends Setdesk and starts it again. Before that, Setdesk finishes the jobs that are being sent and begins no others. Only in the installed window.',
    effect: 'changes',
    errors: ['not-permitted', 'not-allowed', 'changed-meanwhile'],
    example: {},
  },
  'update.report-page': {
    says: 'The page calls this when it is shown. `hasOpenForm`: a form has typed text or a dialog is open, so that no new version may be installed automatically.',
    effect: 'changes',
    errors: [],
    example: { hasOpenForm: false },
  },
  'clipboard.write': {
    says: 'Copies a text to the clipboard. Only in the window.',
    effect: 'changes',
    errors: ['not-allowed'],
    example: { text: '4071552830' },
  },
  'handout.share': {
    says: "Opens a draft of a mail or text message in the system's program, without a recipient. Only in the window.",
    effect: 'changes',
    errors: ['not-allowed', 'not-permitted', 'no-program'],
    example: { by: 'mail', subject: 'Your log-in', text: 'User ID: 4071552830' },
  },
} as const satisfies Partial<ChannelNotes>

/** The notes on the channels for technicians: who they are, and who is signed in. */
export const whoNotes = {
  'who.sign-in': {
    says: 'Signs a technician in, in place of the one before. `app.snapshot` lists the technicians. After several wrong PINs the answer waits; a sign-in or sign-out meanwhile ends it.',
    effect: 'changes',
    errors: ['not-found', 'wrong-pin', 'changed-meanwhile', 'unreadable-record', ...closedErrors],
    example: { id: '01K00000000000000000000000', pin: '2468' },
  },
  'who.sign-out': {
    says: 'Signs the technician out, which locks the app. Then every channel is refused except `app.snapshot`, which is empty, and those that sign in and out. Saved work is still being sent. Does nothing if no technician is set up.',
    effect: 'changes',
    errors: [],
    example: {},
  },
  'who.active': {
    says: 'Reports that a technician is working, so that the time of `lockAfterMinutes` begins again.',
    effect: 'changes',
    errors: [],
    example: {},
  },
  'who.add': {
    says: 'Adds a technician with a PIN of 4 to 12 digits. The first one becomes the supervisor and is signed in. After that only the supervisor can add others, with `ownPin`.',
    effect: 'changes',
    errors: ['not-permitted', 'supervisor-only', 'wrong-pin', 'too-large', ...savingErrors],
    example: { name: 'Sam Lee', pin: '2468' },
  },
  'who.rename': {
    says: 'Changes the name of a technician. Earlier events keep the earlier name.',
    effect: 'changes',
    errors: ['not-permitted', 'not-found', 'supervisor-only', 'wrong-pin', ...savingErrors],
    example: { id: '01K00000000000000000000000', name: 'Sam Lee', ownPin: '135790' },
  },
  'who.remove': {
    says: 'Removes a technician. The supervisor can be removed only after all others; then no sign-in is needed any more.',
    effect: 'changes',
    errors: ['not-found', 'supervisor-only', 'wrong-pin', 'changed-meanwhile', ...savingErrors],
    example: { id: '01K00000000000000000000000', ownPin: '135790' },
  },
  'who.set-pin': {
    says: 'Changes a PIN. A technician can change only their own PIN, the supervisor any PIN.',
    effect: 'changes',
    errors: ['not-permitted', 'not-found', 'supervisor-only', 'wrong-pin', ...savingErrors],
    example: { id: '01K00000000000000000000000', pin: '8642', ownPin: '135790' },
  },
} as const satisfies Partial<ChannelNotes>

import { normaliseOneTimeCode } from '../../../../shared/fleet/one-time-code.ts'

/** The hub's address and the one-time code, which are together in one line that is copied or scanned. */
export interface InvitationText {
  readonly hub: string
  readonly code: string
}

const mark = 'setdesk-fleet'

/** Writes the hub's address and the one-time code as one line, for example for a QR code. */
export const writeInvitation = ({ hub, code }: InvitationText): string => `${mark} ${hub} ${code}`

/** Reads a line that `writeInvitation` has written. Undefined for any other text. */
export function readInvitation(text: string): InvitationText | undefined {
  const [first, hub, ...rest] = text.trim().split(/\s+/)
  const code = rest.join(' ')
  if (first?.toLowerCase() !== mark || hub === undefined || normaliseOneTimeCode(code) === undefined) return undefined
  return { hub, code }
}

/** Corrects a typed address of a hub: adds a missing `https://` and removes final slashes. */
export function mendHubAddress(typed: string): string {
  const text = typed.trim().replace(/\/+$/, '')
  return text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
}

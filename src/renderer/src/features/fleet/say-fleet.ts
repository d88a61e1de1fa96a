import type { BroughtTechnician, FleetView } from '../../../../shared/domain/fleet.ts'
import { hasWords, isolate, shownFormatTag, t } from '../../locale.ts'
import { formatAgo, formatExactly, formatSpan } from '../../ui/format-time.ts'
import { normaliseOneTimeCode } from '../../../../shared/fleet/one-time-code.ts'

/**
 * Says why the hub was not reached, and what to do. `now`: time by this computer's clock. `aheadMs`: the error of this clock. Both in ms.
 */
export function sayHubFailure(failure: string | undefined, now: number, aheadMs?: number): string {
  if (failure === 'certificate-not-yet-valid' || failure === 'certificate-out-of-date')
    return [t(`fleet.failures.${failure}`, { time: formatExactly(now) }), sayClock(aheadMs)].join(' ').trim()
  const key = `fleet.failures.${failure ?? ''}`
  return t(hasWords(key) ? (key as 'fleet.failures.timed-out') : 'fleet.failures.other')
}

/** Says how wrong this computer's clock is. Empty if no error is known. `aheadMs` is in milliseconds. */
export function sayClock(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return ''
  return t(aheadMs > 0 ? 'fleet.clock.ahead' : 'fleet.clock.behind', { span: formatSpan(Math.abs(aheadMs)) })
}

/** Says whether the last call reached the hub, and if not, why. */
export function sayLink({ link, failure, lastContact, clockAheadMs }: FleetView, now: number): string {
  if (link === 'unreached') {
    const why = sayHubFailure(failure, now, clockAheadMs)
    const parts = [t('fleet.link.unreached', { why }), lastContact === undefined ? '' : sayLast(lastContact, now)]
    return parts.join(' ').trim()
  }
  if (link !== 'reached' || lastContact === undefined) return t('fleet.link.unknown')
  const ago = formatAgo(lastContact, now)
  return ago === undefined ? t('fleet.link.now') : t('fleet.link.reached', { ago })
}

function sayLast(lastContact: number, now: number): string {
  const ago = formatAgo(lastContact, now)
  return ago === undefined ? t('fleet.link.lastNow') : t('fleet.link.last', { ago })
}

/** The names of technicians, such as `Ada Boss (supervisor), Ben Clerk`. */
export const sayNames = (technicians: readonly BroughtTechnician[]): string =>
  new Intl.ListFormat(shownFormatTag(), { type: 'unit', style: 'short' }).format(
    technicians.map(({ name, isSupervisor }) =>
      isSupervisor ? t('fleet.place.namedSupervisor', { name: isolate(name) }) : isolate(name),
    ),
  )

/** The hub's address and the one-time code, which are together in one line that is copied or scanned. */
interface InvitationText {
  readonly hub: string
  readonly code: string
}

const invitationMark = 'setdesk-fleet'

/** Writes the hub's address and the one-time code as one line, for example for a QR code. */
export const writeInvitation = ({ hub, code }: InvitationText): string => `${invitationMark} ${hub} ${code}`

/** Reads a line that `writeInvitation` has written. Undefined for any other text. */
export function readInvitation(text: string): InvitationText | undefined {
  const [first, hub, ...rest] = text.trim().split(/\s+/)
  const code = rest.join(' ')
  if (first?.toLowerCase() !== invitationMark || hub === undefined || normaliseOneTimeCode(code) === undefined)
    return undefined
  return { hub, code }
}

/** Corrects a typed address of a hub: adds a missing `https://` and removes final slashes. */
export function mendHubAddress(typed: string): string {
  const text = typed.trim().replace(/\/+$/, '')
  return text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
}

import type { BroughtTechnician, FleetView } from '../../../../shared/domain/fleet.ts'
import { hasWords, isolate, shownFormatTag, t } from '../../locale.ts'
import { formatAgo, formatExactly, formatSpan } from '../../ui/format-time.ts'

/** Why the hub was not reached, in a sentence, and what to do about it. `now`: by this computer's clock. */
export function sayHubFailure(failure: string | undefined, now: number, aheadMs?: number): string {
  if (failure === 'certificate-not-yet-valid' || failure === 'certificate-out-of-date')
    return [t(`fleet.failures.${failure}`, { time: formatExactly(now) }), sayClock(aheadMs)].join(' ').trim()
  const key = `fleet.failures.${failure ?? ''}`
  return t(hasWords(key) ? (key as 'fleet.failures.timed-out') : 'fleet.failures.other')
}

/** How wrong this computer's clock is. Empty if it is right as far as is known. */
export function sayClock(aheadMs: number | undefined): string {
  if (aheadMs === undefined) return ''
  return t(aheadMs > 0 ? 'fleet.clock.ahead' : 'fleet.clock.behind', { span: formatSpan(Math.abs(aheadMs)) })
}

/** Whether the hub was reached when it was last asked, in sentences. */
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

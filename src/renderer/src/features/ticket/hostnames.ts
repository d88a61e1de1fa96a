import type { JobKind, JobState } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'

/** The hostnames that the boxes of a connection need; without its id, those of the active connection. */
export const useHostnames = (connectionId?: string): readonly string[] | undefined =>
  useSnapshot(
    ({ connections, activeConnectionId }) =>
      connections.find(({ settings }) => settings.id === (connectionId ?? activeConnectionId))?.settings.hostnames,
  )

/** What tells whether work binds a box, and to which hostname. A ticket and the summary of a job both have it. */
export interface Work {
  readonly kind: JobKind
  readonly withoutBox?: boolean
  readonly box?: object | undefined
  readonly hostname?: string | undefined
}

/** Whether this kind of work binds a box, so that the ticket shows status lights. */
export function hasBindings({ kind, withoutBox }: Pick<Work, 'kind' | 'withoutBox'>): boolean {
  if (withoutBox === true) return false
  return kind === 'new-customer' || kind === 'existing-customer' || kind === 'hostname'
}

/** Whether the work binds a box to a customer alone, although the boxes of this connection need a hostname to find their operator. */
export const lacksHostname = (work: Work, hostnames: readonly string[] = []): boolean =>
  hostnames.length > 0 && work.box !== undefined && work.hostname === undefined && hasBindings(work)

/** The word for work that bound a box without the hostname it needs; undefined for work in another state, and for all other work. */
export const sayWithoutHostname = (
  work: Work & { readonly state: JobState },
  hostnames?: readonly string[],
): string | undefined =>
  (work.state === 'done' || work.state === 'unconfirmed') && lacksHostname(work, hostnames)
    ? t(`states.${work.state}.noHostname`)
    : undefined

import { activationKinds, type JobKind } from '../../../../shared/domain/job-kinds.ts'
import type { JobState } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'

/** Returns the hostnames that a connection's boxes need. Without an id, returns the hostnames of the active connection. */
export const useHostnames = (connectionId?: string): readonly string[] | undefined =>
  useSnapshot(
    ({ connections, activeConnectionId }) =>
      connections.find(({ settings }) => settings.id === (connectionId ?? activeConnectionId))?.settings.hostnames,
  )

/** The facts that decide whether work binds a box, and to which hostname. A ticket and a job's summary both have these fields. */
export interface Work {
  readonly kind: JobKind
  readonly withoutBox?: boolean
  readonly box?: object | undefined
  readonly hostname?: string | undefined
}

/** Whether this kind of work binds a box, so that the ticket shows status lights. */
export function hasBindings({ kind, withoutBox }: Pick<Work, 'kind' | 'withoutBox'>): boolean {
  if (withoutBox === true) return false
  return activationKinds.some((one) => one === kind)
}

/** Whether the work binds a box only to a customer, although this connection's boxes need a hostname to find their operator. */
export const lacksHostname = (work: Work, hostnames: readonly string[] = []): boolean =>
  hostnames.length > 0 && work.box !== undefined && work.hostname === undefined && hasBindings(work)

/** Returns the status text of finished work that bound a box without the required hostname. Undefined for all other work. */
export const sayWithoutHostname = (
  work: Work & { readonly state: JobState },
  hostnames?: readonly string[],
): string | undefined =>
  (work.state === 'done' || work.state === 'unconfirmed') && lacksHostname(work, hostnames)
    ? t(`states.${work.state}.noHostname`)
    : undefined

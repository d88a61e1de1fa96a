import type { JobKind } from '../../../../shared/domain/job.ts'

/** What tells whether work binds a box, and to which hostname. A ticket and the summary of a job both have it. */
interface Work {
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

import type { CustomerList, CustomerRow } from '../../../../shared/domain/customer/customer-view.ts'
import { type DeviceIdentifier, readDeviceIdentifier, saysSerial } from '../../../../shared/domain/device-identifier.ts'
import type { JobSummary } from '../../../../shared/domain/job.ts'
import { matchPattern, type SerialPattern } from '../../../../shared/domain/label/label.ts'
import { t } from '../../locale.ts'
import { useActiveConnection, useSnapshot } from '../../state/services.tsx'
import { slotOf, useRead } from '../../state/use-read.ts'
import { isLookedUp, mayBeIdentifier, searchesFor } from '../customers/list/list-source.ts'

/** The results for a typed text. Without a text, the results are the newest jobs. */
export interface FindResults {
  readonly jobs: readonly JobSummary[]
  readonly customers: readonly CustomerRow[]
  readonly hostnames: readonly string[]
  /** The box that the typed text names. */
  readonly box: DeviceIdentifier | undefined
  /** Whether the typed text is certainly a box, and not perhaps a user ID. */
  readonly isBox: boolean
  /** Whether `jobs` are still the results for the previous text. */
  readonly isBehind: boolean
  /** Older jobs of this computer are still being searched. */
  readonly isPartial: boolean
  /** The platform has not answered yet. */
  readonly isAsking: boolean
  readonly isUnreached: boolean
  /** The platform refused to answer, or its answer was not understood. */
  readonly isUnusable: boolean
  /** The platform was asked and found no customer with this user ID or mapping ID, but something else was found. */
  readonly isOtherwise: boolean
}

/** Pauses in typing, in milliseconds, after which a text is searched on this computer and on the platform. */
const [hereAfter, thereAfter] = [60, 400]
/** Milliseconds to wait for more changes after a job has changed. */
const followPause = 500
const unusable: ReadonlySet<string> = new Set(['platform-refused', 'not-understood'])
const mostJobs = 6
const mostCustomers = 6
const shortestName = 3

/** Searches this computer after a very short pause in typing, and the platform after a longer pause. */
export function useFound(typed: string): FindResults {
  const text = typed.trim().slice(0, 64)
  const connection = useActiveConnection()?.settings
  const scope = connection?.id
  const here = useRead(
    'job.list',
    { limit: mostJobs, text },
    {
      scope,
      delay: hereAfter,
      keepsLast: true,
      follows: { pause: followPause },
    },
  )
  const filters = text.length < shortestName ? [] : searchesFor(text, {})
  const filterOf = (index: number) => {
    const filter = filters[index]
    return filter && { slot: slotOf(`find-${index}`), filter }
  }
  const first = useRead('customers.find', filterOf(0), { scope, delay: thereAfter })
  const second = useRead('customers.find', filterOf(1), { scope, delay: thereAfter })
  const isOne = mayBeIdentifier(text)
  const isNobody = [first, second].every(({ value }) => value?.kind === 'page' && value.rows.length === 0)
  const request = isLookedUp(text, isNobody) ? { slot: slotOf('find-one'), text } : undefined
  const direct = useRead('customers.direct', request, { scope, ...(isOne && { delay: thereAfter }) })
  const patterns = useSnapshot(({ preferences }) => preferences.serialPatterns)
  const { customer, holders = [], jobs = [], box: readBox } = direct.value ?? {}
  const known = [...jobs, ...(here.value?.jobs ?? [])]
  const certain = findCertainBox(text, known, patterns)
  const listed = [...(customer === undefined ? [] : [customer]), ...holders, ...rowsOf(first), ...rowsOf(second)]
  const isNobodys = direct.value?.isLocal === false && customer === undefined
  return {
    jobs: unique(known, ({ id }) => id).slice(0, mostJobs),
    customers: unique(listed, ({ userid, customermappingid }) => userid ?? customermappingid).slice(0, mostCustomers),
    isOtherwise: isNobodys && listed.length + known.length > 0,
    hostnames: findHostnames(text, connection?.hostnames ?? []),
    // A word without a digit is looked up as a user ID only.
    box: certain ?? (isOne ? readBox : undefined),
    isBox: certain !== undefined,
    isBehind: here.error === undefined && here.of?.text !== text,
    isPartial: here.value?.isPartial === true,
    isAsking: direct.isBusy || first.isBusy || second.isBusy,
    isUnusable:
      [first, second].some(({ value }) => value?.kind === 'unread') ||
      [...(isOne ? [direct] : []), first, second].some(({ error }) => error !== undefined && unusable.has(error.code)),
    isUnreached: [first, second].some(
      ({ value, error }) => error?.code === 'not-reached' || (value?.kind === 'page' && value.isCached),
    ),
  }
}

const rowsOf = ({ value }: { readonly value: Exclude<CustomerList, { kind: 'superseded' }> | undefined }) =>
  value?.kind === 'page' ? value.rows : []

/** Says that results may be missing, and why. `hasCustomers`: whether customers are shown. */
export function sayMissing(found: FindResults, hasCustomers: boolean): string | undefined {
  if (found.isAsking) return t('find.asking')
  if (found.isUnreached) return t(hasCustomers ? 'find.cached' : 'find.unreached')
  if (found.isUnusable) return t('find.unusable')
  return found.isPartial ? t('find.older') : undefined
}

/** Removes duplicates and keeps the order. An entry without a key is left out, because such an entry cannot be opened. */
const unique = <T>(all: readonly T[], keyOf: (one: T) => string | undefined): readonly T[] => [
  ...new Map(
    all.flatMap((one) => {
      const key = keyOf(one)
      return key === undefined ? [] : [[key, one] as const]
    }),
  ).values(),
]

/** The hostnames that contain a text, in capitals or not. */
export const findHostnames = (text: string, hostnames: readonly string[]): readonly string[] =>
  text === '' ? [] : hostnames.filter((name) => name.toLowerCase().includes(text.toLowerCase()))

/**
 * Returns the box that a text names for certain. That is a MAC address, unless it is twelve digits that may be a user ID. A serial number
 * counts if the text says so, if the settings describe such serial numbers, or if the box of a known job has it.
 */
export function findCertainBox(
  text: string,
  jobs: readonly Pick<JobSummary, 'box'>[],
  patterns: readonly SerialPattern[],
): DeviceIdentifier | undefined {
  const reading = readDeviceIdentifier(text)
  if (!reading.ok) return undefined
  const { identifier, cautions } = reading
  const isKnown = jobs.some(({ box }) => box?.kind === identifier.kind && box.value === identifier.value)
  const isCertain =
    identifier.kind === 'mac'
      ? !cautions.includes('digits-only')
      : saysSerial(text) || matchPattern(text.trim(), patterns) !== undefined
  return isKnown || isCertain ? identifier : undefined
}

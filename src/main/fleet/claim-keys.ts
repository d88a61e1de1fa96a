import { identifierKey } from '../../shared/domain/device-identifier.ts'
import type { Intent } from '../../shared/domain/activation.ts'
import { useridOf } from '../jobs/ledger/job-keys.ts'
import type { Payload } from '../jobs/ledger/rows.ts'
import { ordinaryOf } from '../jobs/steps/console-steps.ts'
import { claimKeyOf } from './fleet-keys.ts'

/** The CRM service of a job's connection. The same user ID in two services means two different customers. */
interface Tenant {
  readonly crmService: string
}

/** The keys that a job claims in the fleet. `isFreedAtEnd`: other jobs may have these keys as soon as this job is over. */
interface JobClaim {
  readonly keys: readonly string[]
  readonly isFreedAtEnd: boolean
}

/**
 * The keys that only one job of the fleet may have at a time. An activation claims its box. A new customer claims the user ID and the
 * mapping id that Setdesk made. These keys stay claimed after the job. A job for a hostname, and other work on a customer such as a
 * renewal, has its key only until the job is over, because any computer may do the same kind of work later. A job has no keys if it names
 * nothing that two computers could both change.
 */
export function claimOf(
  { intent, customermappingid }: Pick<Payload, 'intent' | 'customermappingid'>,
  tenant: Tenant,
  claimKey: string,
): JobClaim {
  const meant = ordinaryOf(intent)
  const key = (kind: ClaimKind, text: string): string => claimKeyOf(claimKey, kind, textOf(kind, text, tenant))
  const box = 'box' in meant && meant.box !== undefined ? identifierKey(meant.box.identifier) : undefined
  // A console job may name its customer by a mapping id and leave the user ID empty. Two jobs without a user ID must not look like jobs of
  // the same customer.
  const userid = useridOf(intent) || undefined
  switch (meant.kind) {
    case 'new-customer':
      return {
        keys: [
          ...(box === undefined ? [] : [key('box', box)]),
          ...(userid === undefined ? [] : [key('user', userid)]),
          ...(customermappingid === undefined || isTyped(intent) ? [] : [key('mapping', customermappingid)]),
        ],
        isFreedAtEnd: false,
      }
    case 'existing-customer':
      return { keys: box === undefined ? [] : [key('box', box)], isFreedAtEnd: false }
    case 'hostname':
      return { keys: box === undefined ? [] : [key('hostname', box)], isFreedAtEnd: true }
    case 'renewal':
    case 'product-change':
    case 'disable':
    case 'enable':
      return { keys: userid === undefined ? [] : [key('customer', userid)], isFreedAtEnd: true }
    case 'console':
      return { keys: [], isFreedAtEnd: true }
  }
}

/** The keys that jobs of the fleet may have claimed for the box, user ID and mapping id of a search. At most five keys. */
export function searchKeys(
  text: { readonly box?: string; readonly userid?: string; readonly mappingid?: string },
  tenant: Tenant,
  claimKey: string,
) {
  const { box, userid, mappingid } = text
  const key = (kind: ClaimKind, value: string): string => claimKeyOf(claimKey, kind, textOf(kind, value, tenant))
  return [
    ...(box === undefined ? [] : [key('box', box), key('hostname', box)]),
    ...(userid === undefined ? [] : [key('user', userid), key('customer', userid)]),
    ...(mappingid === undefined ? [] : [key('mapping', mappingid)]),
  ]
}

type ClaimKind = 'box' | 'hostname' | 'user' | 'mapping' | 'customer'

/** The text that a key is made from. A box is unique everywhere, but the same user ID can occur in two services. */
const textOf = (kind: ClaimKind, text: string, { crmService }: Tenant): string =>
  kind === 'box' || kind === 'hostname' ? text : `${crmService.trim().toLowerCase()}\n${text.toLowerCase()}`

/** Whether an engineer typed the mapping id. A typed mapping id is not a key, because it can belong to several customers. */
const isTyped = (intent: Intent): boolean => intent.kind === 'console' && Boolean(intent.values['customermappingid'])

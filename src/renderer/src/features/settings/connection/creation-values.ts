import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { creationFlags, type CreationFlag } from '../../../../../shared/domain/creation.ts'

/** Texts of a creation that a connection can settle for all customers. */
export const settledTexts = ['currency', 'productmappingid', 'order_id'] as const
export type SettledText = (typeof settledTexts)[number]

/** What a connection settles for every creation, as it stands in the form; a flag that is left out is not sent. */
export interface CreationValues {
  texts: Record<SettledText, string>
  flags: Record<CreationFlag, 'left-out' | 'yes' | 'no'>
}

/** The form of what is settled. */
export function toCreationValues(settled: Connection['creationDefaults']): CreationValues {
  return {
    texts: {
      currency: settled.currency ?? '',
      productmappingid: settled.productmappingid ?? '',
      order_id: settled.order_id ?? '',
    },
    flags: Object.fromEntries(
      creationFlags.map((flag) => [flag, settled[flag] === undefined ? 'left-out' : settled[flag] ? 'yes' : 'no']),
    ) as CreationValues['flags'],
  }
}

/** Reads the form back; an empty text settles nothing. */
export function readCreationValues({ texts, flags }: CreationValues): Connection['creationDefaults'] {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  const said = creationFlags.filter((flag) => flags[flag] !== 'left-out').map((flag) => [flag, flags[flag] === 'yes'])
  return Object.fromEntries([...filled, ...said]) as Connection['creationDefaults']
}

import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { creationFlags, type CreationFlag } from '../../../../../shared/domain/creation.ts'

/** Texts of a creation that a connection can set for all customers. */
export const settledTexts = ['currency', 'productmappingid', 'order_id'] as const
export type SettledText = (typeof settledTexts)[number]

/** A connection's values for every creation, as form values. A flag `left-out` is not sent. */
export interface CreationValues {
  texts: Record<SettledText, string>
  flags: Record<CreationFlag, 'left-out' | 'yes' | 'no'>
}

/** The form values of the connection's settings. */
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

/** Parses the form. An empty text sets nothing. */
export function readCreationValues({ texts, flags }: CreationValues): Connection['creationDefaults'] {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  const said = creationFlags.filter((flag) => flags[flag] !== 'left-out').map((flag) => [flag, flags[flag] === 'yes'])
  return Object.fromEntries([...filled, ...said]) as Connection['creationDefaults']
}

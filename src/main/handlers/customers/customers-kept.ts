import { customerListSchema, customerPageSchema, type CustomerFilter } from '../../../shared/domain/customer-view.ts'
import type { CustomerFacts } from '../../../shared/domain/customer-view.ts'
import type { KeptAnswers } from '../../maintenance/kept-answers.ts'

/** A customer as they were when they were last looked up here. */
export type KeptRow = CustomerFacts & { readonly at: number }

/** More of them nobody reads without a network. */
const mostRows = 2000

/** Everybody who was looked up and is still kept, once each, as told last; newest first. */
export function keptRows(kept: KeptAnswers, connectionId: string): readonly KeptRow[] {
  const pages = kept
    .all(connectionId, 'customer', customerPageSchema)
    .flatMap(({ at, answer }) => (answer.kind === 'customer' ? [{ ...answer.facts, at }] : []))
  const lists = kept
    .all(connectionId, 'list', customerListSchema)
    .flatMap(({ at, answer }) => (answer.kind === 'page' ? answer.rows.map((row) => ({ ...row, at })) : []))
  const byName = new Map<string, KeptRow>()
  for (const row of [...pages, ...lists].sort((a, b) => b.at - a.at)) {
    const name = row.userid ?? row.customermappingid
    if (name === undefined || byName.size >= mostRows) continue
    // What the newest answer does not tell an older one may: a list tells less than the page of a customer.
    byName.set(name, { ...row, ...byName.get(name) })
  }
  return [...byName.values()]
}

/** Which field of a customer a filter looks at. Days are left to the platform: what it compares them with is its own. */
const factOf = {
  status: 'status',
  firstname: 'firstname',
  lastname: 'lastname',
  street: 'street',
  postal: 'postal',
  city: 'city',
  state: 'state',
  country: 'country',
  telephone: 'phone',
  mobile: 'mobile',
} as const satisfies Partial<Record<keyof CustomerFilter, keyof CustomerFacts>>

/** Whether a kept customer fits, as far as is known; what is not known does not. */
export function fitsFilter(row: CustomerFacts, filter: CustomerFilter): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (wanted === undefined) return true
    if (!isFact(name)) return false
    return row[factOf[name]]?.toLowerCase().includes(wanted.toLowerCase()) === true
  })
}

const isFact = (name: string): name is keyof typeof factOf => Object.hasOwn(factOf, name)

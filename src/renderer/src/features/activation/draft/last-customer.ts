import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import type { CustomerInput } from '../../../../../shared/domain/customer/customer.ts'

/** What the last customer's job leaves for the next form: the place, which is often the same, and the product. */
export interface LastCustomer {
  readonly place: Partial<CustomerInput>
  readonly productid: string
}

/** How many of the newest jobs are looked at. */
const newest = 20

/** Reads the newest job of this connection that creates a customer; undefined if there is none or it cannot be read. */
export async function readLastCustomer(bridge: Bridge, connectionId: string): Promise<LastCustomer | undefined> {
  const listed = await bridge.call('job.list', { limit: newest })
  const last = listed.ok
    ? listed.value.jobs.find((job) => job.connectionId === connectionId && job.kind === 'new-customer')
    : undefined
  const read = last && (await bridge.call('job.read', { id: last.id }))
  if (read?.ok !== true || !('customer' in read.value.intent)) return undefined
  const { customer, plan } = read.value.intent
  const { zipcode, city, state, country } = customer
  return { place: { zipcode, city, state, country }, productid: plan.productid }
}

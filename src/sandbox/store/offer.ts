import type { Store } from './open-store.ts'

/** A product, defined in the CRM part. */
export interface SandboxProduct {
  readonly id: string
  readonly name: string
  readonly maxDevices: number
  /** Three-letter codes. */
  readonly currencies: readonly string[]
  /** Whether its customers have the status Trial. */
  readonly trial: boolean
}

export interface Reseller {
  readonly id: string
  readonly name: string
  readonly type: 'Pre Order' | 'Post Paid'
}

/** What the operator has configured: products, resellers and hostnames. */
export interface Offer {
  readonly products: () => readonly SandboxProduct[]
  readonly product: (id: string) => SandboxProduct | undefined
  readonly resellers: () => readonly Pick<Reseller, 'id' | 'name'>[]
  readonly hasReseller: (id: string) => boolean
  readonly hostnames: () => readonly string[]
  /** As the platform spells it; undefined if there is no such hostname. */
  readonly hostname: (name: string) => string | undefined
}

interface ProductRow {
  readonly id: string
  readonly name: string
  readonly maxDevices: number
  readonly currencies: string
  readonly trial: number
}

interface HostnameRow {
  readonly name: string
}

/** Reads what the operator has configured. */
export function createOffer(store: Store): Offer {
  return {
    products: () => (store.all('SELECT * FROM products ORDER BY id') as readonly ProductRow[]).map(readProduct),
    product: (id) => {
      const row = store.get('SELECT * FROM products WHERE id = :id', { id }) as ProductRow | undefined
      return row === undefined ? undefined : readProduct(row)
    },
    resellers: () =>
      store.all('SELECT id, name FROM resellers ORDER BY id') as unknown as readonly Pick<Reseller, 'id' | 'name'>[],
    hasReseller: (id) => store.get('SELECT 1 FROM resellers WHERE id = :id', { id }) !== undefined,
    hostnames: () =>
      (store.all('SELECT name FROM hostnames ORDER BY name') as readonly HostnameRow[]).map(({ name }) => name),
    hostname: (name) => {
      const values = { name: name.trim().toLowerCase() }
      return (store.get('SELECT name FROM hostnames WHERE name = :name', values) as HostnameRow | undefined)?.name
    },
  }
}

const readProduct = (row: ProductRow): SandboxProduct => ({
  ...row,
  currencies: row.currencies.split(' '),
  trial: row.trial === 1,
})

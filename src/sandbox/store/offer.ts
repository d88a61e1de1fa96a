import type { Store } from './open-store.ts'

export interface SandboxProduct {
  readonly id: string
  readonly name: string
  readonly maxDevices: number
  /** Three-letter codes. */
  readonly currencies: readonly string[]
  readonly trial: boolean
}

export interface Reseller {
  readonly id: string
  readonly name: string
  readonly type: 'Pre Order' | 'Post Paid'
}

type ProductRow = Omit<SandboxProduct, 'currencies' | 'trial'> & {
  /** Three-letter codes, separated by blanks. */
  readonly currencies: string
  readonly trial: number
}

export function createOffer(store: Store) {
  return {
    products: () => (store.all('SELECT * FROM products ORDER BY id') as readonly ProductRow[]).map(readProduct),
    product: (id: string): SandboxProduct | undefined => {
      const row = store.get('SELECT * FROM products WHERE id = :id', { id }) as ProductRow | undefined
      return row === undefined ? undefined : readProduct(row)
    },
    resellers: () =>
      store.all('SELECT id, name FROM resellers ORDER BY id') as readonly Pick<Reseller, 'id' | 'name'>[],
    hasReseller: (id: string): boolean => store.get('SELECT 1 FROM resellers WHERE id = :id', { id }) !== undefined,
    hostnames: () =>
      (store.all('SELECT name FROM hostnames ORDER BY name') as readonly { readonly name: string }[]).map(
        ({ name }) => name,
      ),
    /** The hostname in the platform's spelling. Undefined if the platform has no such hostname. */
    hostname: (name: string): string | undefined => {
      const values = { name: name.trim().toLowerCase() }
      const row = store.get('SELECT name FROM hostnames WHERE name = :name', values)
      return (row as { readonly name: string } | undefined)?.name
    },
  }
}

const readProduct = (row: ProductRow): SandboxProduct => ({
  ...row,
  currencies: row.currencies.split(' '),
  trial: row.trial === 1,
})

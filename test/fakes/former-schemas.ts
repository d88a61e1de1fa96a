import { readdirSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

const scripts = new URL('../../src/main/storage/migrations/', import.meta.url)

/** The scripts of the released schemas of the ledger, oldest first. */
export async function readSchemas(): Promise<readonly string[]> {
  const scriptOf = async (name: string): Promise<string> => {
    const loaded = (await import(new URL(name, scripts).href)) as Readonly<Record<string, unknown>>
    return String(Object.values(loaded)[0])
  }
  return Promise.all(readdirSync(scripts).toSorted().map(scriptOf))
}

/** Makes a new file one of a former release, which had only these schemas. */
export function takeFormerSchema(database: DatabaseSync, released: readonly string[]): void {
  for (const script of released) database.exec(script)
  database.exec(`PRAGMA user_version = ${released.length}`)
}

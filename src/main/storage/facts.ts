import type { DatabaseSync } from 'node:sqlite'

/** What the ledger's file knows of itself, by name. */
export const readFact = (database: DatabaseSync, name: string): string | undefined =>
  database.prepare('SELECT value FROM fact WHERE name = ?').get(name)?.['value']?.toString()

export function setFact(database: DatabaseSync, name: string, value: string): void {
  database
    .prepare('INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, value)
}

export const removeFact = (database: DatabaseSync, name: string): void =>
  void database.prepare('DELETE FROM fact WHERE name = ?').run(name)

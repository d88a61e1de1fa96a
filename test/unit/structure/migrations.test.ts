import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSqlFiles } from '../../../src/hub/database/migrate.ts'
import { readSchemas } from '../../fakes/former-schemas.ts'
import { root } from './project-files.ts'

// A migration's number in the database is its place in the list, so a missing or doubled number would name another file than it says.
test.each(['src/hub/sql', 'src/main/storage/migrations'])(
  'the migrations in %s are numbered from 1 without a gap',
  (folder) => {
    const files = readdirSync(join(root, folder)).filter((name) => /^\d/.test(name))
    expect(files.length).toBeGreaterThan(5)
    expect(files.toSorted().map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1))
  },
)

const hashOf = (script: string): string => createHash('sha256').update(script).digest('hex')

// A file that has applied a migration never applies it again, so an edited migration would reach new files only.
test.each([
  {
    of: 'the ledger',
    hashes: (await readSchemas()).map(hashOf),
    released: `b3f68afa 5e3d41cd e8ede4d6 c1989535 f1a6e825 47fe1911 599e0715 479e9a1e 13afb572 9341a00e 5d45a14e e3b0c442
      7d88dd4a acb28b96 8308ff09 e3b0c442`,
  },
  {
    of: 'the hub',
    hashes: readSqlFiles().migrations.map(({ hash }) => hash),
    released:
      'aab562d7 1cb23c89 8788fd6e 9e3b95b1 2db4bdfc 52c457ac f73e23af caf5a1ad 0abf0ebd 7c0a25ca a14df82c 00158334',
  },
])('no migration of $of was edited; a new one adds the first 8 digits of its hash here', ({ hashes, released }) => {
  expect(hashes.map((hash) => hash.slice(0, 8))).toEqual(released.split(/\s+/))
})

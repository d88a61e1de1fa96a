import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

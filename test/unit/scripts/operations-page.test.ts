import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { drivesOf, writeOperationsPage } from '../../../scripts/lib/operations-page.ts'
import { operationUses } from '../../../scripts/lib/operation-uses.ts'
import { operations } from '../../../src/platform/catalogue/catalogue.ts'
import { productChanges, renewals } from '../../../src/shared/domain/connection/connection.ts'
import { creations, loneCreations } from '../../../src/shared/domain/customer/creation.ts'
import { readText, root } from '../structure/project-files.ts'

const page = writeOperationsPage(operations)
const idsOf = (kind: 'read' | 'change'): readonly string[] =>
  operations.filter(({ effect }) => (effect === 'read') === (kind === 'read')).map(({ id }) => id)

/** Lists of operations in the sources that tests go through, by their names in the tests. */
const lists: Readonly<Record<string, readonly string[]>> = {
  creations,
  loneCreations,
  renewals,
  productChanges,
  reads: idsOf('read'),
  changes: idsOf('change'),
}

/** Whether a test file names an operation, or goes through a list that has it. */
function drives(text: string, id: string): boolean {
  const isNamed = new RegExp(`\\b${id}\\b`).test(text)
  return isNamed || [...text.matchAll(/\.each\((\w+)\)/g)].some(([, list = '']) => lists[list]?.includes(id) === true)
}

describe('the operations page', () => {
  it('equals docs/operations.md, which npm run docs writes', () => {
    expect(readFileSync(join(root, 'docs/operations.md'), 'utf8')).toBe(page)
  })

  it('has a row for each operation, and no empty cell', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| [`'))
    expect(rows).toHaveLength(operations.length)
    const cells = rows.flatMap((row) => row.split('|').slice(1, -1))
    expect(cells).toHaveLength(operations.length * 5)
    expect(cells.filter((cell) => cell.trim() === '')).toEqual([])
  })
})

test.each(operations)(
  'the operation $id has words for its uses, and names tests that exist and use it',
  (operation) => {
    expect(operationUses[operation.id].usedBy).toMatch(/\w/)
    const all = drivesOf(operation)
    for (const { file, title } of all) {
      expect(existsSync(join(root, file)), file).toBe(true)
      expect(readText(file), `${file}: ${title}`).toContain(`'${title}'`)
    }
    expect(all.filter(({ file }) => drives(readText(file), operation.id))).not.toEqual([])
  },
)

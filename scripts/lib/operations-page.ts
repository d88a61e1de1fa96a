import type { CatalogueOperation } from '../../src/platform/catalogue/catalogue.ts'
import { consoleDrives, operationUses, type Drive } from './operation-uses.ts'

/** The tests that drive an operation: first those of its screen or job, then the console's. */
export const drivesOf = ({ id, effect }: CatalogueOperation): readonly Drive[] => [
  ...operationUses[id].drives,
  effect === 'read' ? consoleDrives.read : consoleDrives.change,
]

/** The page that lists every operation with its uses and its tests. */
export function writeOperationsPage(operations: readonly CatalogueOperation[]): string {
  const rows = operations.map((operation) => {
    const { id, method, effect } = operation
    const files = [...new Set(drivesOf(operation).map(({ file }) => `\`${file}\``))]
    return `| [\`${id}\`](interface.md#${id.toLowerCase()}) | ${method} | ${effect} | ${operationUses[id].usedBy} | ${files.join('<br>')} |`
  })
  return `# Operations

The table lists the ${operations.length} operations of the platform's interface. For each it names the part of Setdesk that makes the call, and the tests that
make it from the bridge or the screen. These tests check the ledger or the answer of the training platform. The interface console can make every
call; the table names it only where no other part makes the call.

This page is made from the catalogue and \`scripts/lib/operation-uses.ts\` by \`npm run docs\`; do not edit it here.

| operation | method | effect | used by | driven end to end by |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

import type { CatalogueView } from '../../../../shared/bridge/console-channels.ts'

/** The sections with the operations in whose name, path, summary or parameters every word stands; all of them for no word. */
export function findOperations({ sections }: CatalogueView, wanted: string): CatalogueView['sections'] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return sections
    .map((section) => ({
      ...section,
      operations: section.operations.filter(({ method, path, id, summary, parameters }) => {
        const text = [method, path, id, summary, ...parameters.map(({ name }) => name)].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}

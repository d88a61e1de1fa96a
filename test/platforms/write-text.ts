import type { EncodingManner, Leaf } from './description.ts'
import type { Body, Field, Tree } from './tree.ts'

/** Removes the separators of fields and records from a text. */
export function tidyText(text: string, { encoding, text: layout }: EncodingManner): string {
  if (encoding.startsWith('json') || encoding.startsWith('xml')) return text
  const isQuoted = encoding === 'columns' && (layout.fieldSeparator === ',' || layout.fieldSeparator === ';')
  const sign = layout.fieldSeparator.trim()
  const parted = isQuoted || sign === '' ? text : text.replaceAll(sign, ' ')
  return parted
    .replaceAll(/[\t\r\n]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/** An answer as lines, as names with values, or as columns. */
export function writeText(body: Body, manner: EncodingManner): string {
  switch (body.kind) {
    case 'empty':
    case 'nothing':
      return body.kind === 'nothing' && manner.encoding !== 'columns' ? writeRecords([body.meta], manner) : ''
    case 'page':
      return body.text
    case 'words':
    case 'fault':
      return String(body.text)
    case 'outcome':
      return manner.encoding === 'columns'
        ? writeTable(
            body.fields.map(([name]) => name),
            [body.fields],
            manner,
          )
        : writeRecords([body.fields], manner)
    case 'record': {
      const fields = [...body.meta, ...body.fields]
      return manner.encoding === 'columns'
        ? writeTable(
            fields.map(([name]) => name),
            [fields],
            manner,
          )
        : writeRecords([fields], manner)
    }
    case 'list':
      return writeList(body, manner)
  }
}

function writeList(body: Extract<Body, { kind: 'list' }>, manner: EncodingManner): string {
  const { encoding, text } = manner
  const { items, meta, columns, name, shape } = body
  const trees = items.map(({ tree }) => tree)
  if (shape === 'joined') return writeRecords([[...meta, [name, joined(trees, manner)]]], manner)
  const records = trees.map((tree) => (isFields(tree) ? tree.fields : null))
  if (encoding === 'columns') {
    const rows = trees.map((tree): readonly Field[] => (isFields(tree) ? tree.fields : [[columns[0] ?? '', tree]]))
    const metaNames = meta.map(([metaName]) => metaName)
    return writeTable(
      [...columns, ...metaNames],
      rows.map((row) => [...row, ...meta]),
      manner,
    )
  }
  if (records.some((record) => record === null))
    return trees.map((tree) => `${asText(tree, manner)}${text.recordSeparator.includes('\r') ? '\r\n' : '\n'}`).join('')
  return writeRecords([meta, ...records.map((record) => record ?? [])], manner)
}

function writeRecords(records: readonly (readonly Field[])[], manner: EncodingManner): string {
  const { fieldSeparator, nameSeparator, recordSeparator } = manner.text
  const written = records
    .filter((record) => record.length > 0)
    .map((record) =>
      record.map(([name, value]) => `${name}${nameSeparator}${asText(value, manner)}`).join(fieldSeparator),
    )
  return written.length === 0 ? '' : `${written.join(recordSeparator)}${recordSeparator.includes('\r') ? '\r\n' : '\n'}`
}

function writeTable(columns: readonly string[], rows: readonly (readonly Field[])[], manner: EncodingManner): string {
  const { hasHeader, fieldSeparator, recordSeparator } = manner.text
  const cells = [...(hasHeader ? [columns] : []), ...rows.map((row) => row.map(([, value]) => asText(value, manner)))]
  return cells
    .map((row) => `${row.map((cell) => quote(cell, fieldSeparator)).join(fieldSeparator)}${recordSeparator}`)
    .join('')
}

function quote(cell: string, separator: string): string {
  const isQuoted = separator === ',' || separator === ';'
  return isQuoted && (cell.includes(separator) || cell.includes('"')) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function joined(trees: readonly Tree[], manner: EncodingManner): string {
  return trees.map((tree) => asText(tree, manner)).join(manner.text.listSeparator)
}

function asText(tree: Tree, manner: EncodingManner): string {
  if (tree === null) return ''
  if (typeof tree !== 'object') return tidyText(String(tree satisfies Leaf), manner)
  if (tree.kind === 'list') return joined(tree.items, manner)
  const fields = tree.kind === 'map' ? tree.entries : tree.fields
  return fields.map(([, value]) => asText(value, manner)).join(' ')
}

function isFields(tree: Tree): tree is Extract<Tree, { kind: 'fields' }> {
  return typeof tree === 'object' && tree !== null && tree.kind === 'fields'
}

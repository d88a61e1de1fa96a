import { columnsOf, unusedColumn, type TextLayout } from '../../shared/domain/field-mapping/text-layout.ts'
import type { JsonObject } from '../find-fields.ts'
import { plainName } from '../field-names.ts'
import { redacted } from '../redact.ts'
import { splitText, type TextCell } from './text-cells.ts'

type Rows = readonly (readonly TextCell[])[]

/**
 * The records of a plain text, every value as text; undefined if any part does not fit the layout, because half a list is never
 * believed. `operation` selects the columns if the text does not name them.
 */
export function readTextRecords(
  text: string,
  layout: TextLayout,
  operation: string,
): readonly JsonObject[] | undefined {
  return nameCells(text, layout, operation)?.map(toObject)
}

/** The text with the values of secret fields masked; unchanged if it does not fit the layout. */
export function maskTextFields(
  text: string,
  layout: TextLayout,
  operation: string,
  isSecret: (name: string) => boolean,
): string {
  const secrets = (nameCells(text, layout, operation) ?? [])
    .flat()
    .filter(({ name, value }) => value !== '' && isSecret(name))
  let masked = ''
  let at = 0
  for (const { from, to } of secrets) {
    masked += text.slice(at, from) + redacted
    at = to
  }
  return masked + text.slice(at)
}

/** Whether a text may be the name of a field. A sentence contains other characters or is longer. */
export const isName = (name: string): boolean => /^[\p{L}_][\p{L}\p{M}\p{N}_ ./()#-]{0,59}$/u.test(name)

/** A single column without a name cannot be told from words. */
const fewestColumns = 2

/** Every field of the text with its name, by record; undefined if one does not fit. */
function nameCells(text: string, layout: TextLayout, operation: string): Rows | undefined {
  const rows = splitText(text, layout)
  const [first, ...others] = rows ?? []
  if (rows === undefined || first === undefined) return undefined
  if (layout.form === 'named') return rows.flat().every(({ name }) => isName(name)) ? rows : undefined
  if (layout.form === 'columns') {
    const columns = columnsOf(layout, operation).map((column) => (column === unusedColumn ? '' : column))
    return columns.length < fewestColumns ? undefined : nameColumns(rows, columns)
  }
  const header = first.map(({ value }) => value)
  const named = header.filter((name) => name !== '')
  const isHeader = named.every(isName) && new Set(named.map(plainName)).size === named.length
  return isHeader ? nameColumns(others, header) : undefined
}

/** Leaves out a column without a name. */
function nameColumns(rows: Rows, columns: readonly string[]): Rows | undefined {
  if (rows.some((row) => row.length !== columns.length)) return undefined
  return rows.map((row) =>
    row.flatMap((cell, index) => {
      const name = columns[index] ?? ''
      return name === '' ? [] : [{ ...cell, name }]
    }),
  )
}

/** A name that occurs more than once in a record becomes a list. */
function toObject(row: readonly TextCell[]): JsonObject {
  const values = new Map<string, string | readonly string[]>()
  for (const { name, value } of row) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(values)
}

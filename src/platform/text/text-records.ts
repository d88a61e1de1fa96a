import { columnsOf, unusedColumn, type TextLayout } from '../../shared/domain/teach/text-layout.ts'
import type { JsonObject } from '../find-fields.ts'
import { plainName } from '../field-names.ts'
import { redacted } from '../redact.ts'
import { splitText, type TextCell } from './text-cells.ts'

type Rows = readonly (readonly TextCell[])[]

/**
 * The records of a plain text, every value as text; undefined where any part of it does not fit the layout: half a list is
 * never believed. `operation` chooses the columns where nothing in the text names them.
 */
export function readTextRecords(
  text: string,
  layout: TextLayout,
  operation: string,
): readonly JsonObject[] | undefined {
  return nameCells(text, layout, operation)?.map(toObject)
}

/** The text with the values of secret fields masked in their places; as it is where it does not fit the layout. */
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

/** Whether a text may be a field's name: a sentence begins in another way, or goes on longer. */
export const isName = (name: string): boolean => /^[\p{L}_][\p{L}\p{M}\p{N}_ ./()#-]{0,59}$/u.test(name)

/** Values of a single column that has no name cannot be told from words. */
const fewestColumns = 2

/** Every field of the text under its name, record by record; undefined where one does not fit. */
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

/** A column without a name is left out. */
function nameColumns(rows: Rows, columns: readonly string[]): Rows | undefined {
  if (rows.some((row) => row.length !== columns.length)) return undefined
  return rows.map((row) =>
    row.flatMap((cell, index) => {
      const name = columns[index] ?? ''
      return name === '' ? [] : [{ ...cell, name }]
    }),
  )
}

/** A name that comes more than once in a record holds a list. */
function toObject(row: readonly TextCell[]): JsonObject {
  const values = new Map<string, string | readonly string[]>()
  for (const { name, value } of row) {
    const before = values.get(name)
    values.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(values)
}

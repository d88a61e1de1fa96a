import type { TextView } from '../../shared/bridge/console-channels.ts'
import { columnsOf, unusedColumn, type TextLayout } from '../../shared/domain/field-mapping/text-layout.ts'
import { plainName, type FieldNames } from '../field-names.ts'
import { redacted, hidePasswords, soundsLikePassword } from '../redact.ts'
import { isName, splitText, type TextRows } from './text-records.ts'

/** The fields that a layout finds in a text, with sample values from the first records. */
export type TextPreview = Omit<TextView, 'proposed'>
type PreviewField = TextPreview['fields'][number]

const samples = 3
const mostFields = 60
const longestSample = 100

/**
 * Shows how a layout splits a text. If the text does not fit the layout, `misfit` quotes a part that does not fit. Passwords are masked.
 */
export function previewText(text: string, layout: TextLayout, operation: string, names: FieldNames): TextPreview {
  const { fields, total, misfit } =
    layout.form === 'named' ? previewNamed(text, layout) : previewColumns(text, layout, operation)
  return {
    fields: fields.map((field) => hideSecret(field, names)),
    total,
    ...(misfit === undefined ? {} : { misfit: cut(hidePasswords(misfit, names.password)) }),
  }
}

function previewNamed(text: string, layout: TextLayout): TextPreview {
  const rows = splitText(text, layout)
  if (rows === undefined) return { fields: [], total: 0, misfit: findNameless(text, layout) }
  const nameless = rows.flat().find(({ name }) => !isName(name))
  const fields = namesIn(rows).map((name) => sampleNamed(name, rows))
  return {
    fields,
    total: rows.length,
    ...(nameless && { misfit: `${nameless.name}${layout.nameSeparator}${nameless.value}` }),
  }
}

function previewColumns(text: string, layout: TextLayout, operation: string): TextPreview {
  const rows = splitText(text, layout)
  if (rows === undefined) return { fields: [], total: 0, misfit: text }
  const columns = layout.form === 'columns' ? columnsOf(layout, operation) : []
  const [first = [], ...others] = rows
  const records = layout.form === 'header' ? others : rows
  const widest = Math.max(0, ...records.slice(0, samples).map((row) => row.length))
  const heads = layout.form === 'header' ? first.map(({ value }) => value) : fill(columns, widest)
  const ragged = findRagged(rows, columns.length > 0 ? columns.length : first.length)
  return {
    fields: heads.slice(0, mostFields).map((name, index) => ({
      name,
      samples: records.slice(0, samples).map((row) => cut(row[index]?.value ?? '')),
    })),
    total: records.length,
    ...(ragged && { misfit: quote(text, ragged) }),
  }
}

type Row = TextRows[number]

const fill = (columns: readonly string[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => {
    const column = columns[index] ?? unusedColumn
    return column === unusedColumn ? '' : column
  })

const namesIn = (rows: TextRows): readonly string[] =>
  [...new Set(rows.flatMap((row) => row.map(({ name }) => name)))].slice(0, mostFields)

const sampleNamed = (name: string, rows: TextRows): PreviewField => ({
  name,
  samples: rows.slice(0, samples).map((row) => {
    const values = row.filter((cell) => cell.name === name).map(({ value }) => value)
    return cut(values.join(', '))
  }),
})

function hideSecret({ name, samples: shown }: PreviewField, names: FieldNames): PreviewField {
  const isSecret = names.password.includes(plainName(name)) || soundsLikePassword(name)
  return { name, samples: isSecret ? shown.map((sample) => (sample === '' ? '' : redacted)) : shown }
}

/**
 * Returns the text of the first record with a field that has no name. Returns the whole text if no such record can be found, for example
 * because a quote is not closed.
 */
function findNameless(text: string, layout: TextLayout): string {
  const raw = splitText(text, { ...layout, form: 'columns' }) ?? []
  const row = raw.find((one) => one.some(({ value }) => value !== '' && !value.includes(layout.nameSeparator)))
  return row === undefined ? text : quote(text, row)
}

/**
 * The first record that does not have `count` columns. If `count` is below 2, this is always the first record, because a single column
 * looks the same as words.
 */
const findRagged = (rows: TextRows, count: number): Row | undefined =>
  count < 2 ? rows[0] : rows.find((row) => row.length !== count)

const quote = (text: string, row: Row): string => text.slice(row[0]?.from ?? 0, row.at(-1)?.to ?? 0)
const cut = (text: string): string => text.slice(0, longestSample)

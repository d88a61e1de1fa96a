import { columnsOf, type TextLayout, unusedColumn } from '../../shared/domain/field-mapping/field-mapping.ts'
import { defaultFieldNames, type FieldNames, plainName } from '../answer.ts'
import { isKnownName } from '../find-fields.ts'
import { betweenColumns, isName, separatorPairs, splitText, type TextCell, type TextRows } from './text-records.ts'
import { readWording, saysSomething } from '../words/wording.ts'
import type { TextView } from '../../shared/bridge/console-channels.ts'
import { hidePasswords, redacted, soundsLikePassword } from '../redact.ts'

/** The length limit of an example, in characters. A longer text is cut at the end of a line: the beginning is enough to show the layout. */
const longestExample = 20_000

const nameSeparators = ['=', ':'] as const

interface Proposal {
  readonly layout: TextLayout
  readonly rows: TextRows
}

/** The most likely layout of the records in a plain text, for an engineer to confirm. Undefined if none fits, as in a message. */
export function proposeTextLayout(text: string): TextLayout | undefined {
  return propose(text)?.layout
}

/**
 * Whether a plain text is a list of values and not a message. In a list of values, no word says yes or no to the call: the status "Expired"
 * is not a refusal. A text that contains an error counts as a message. A single line with commas does, too.
 */
export function holdsValues(text: string): boolean {
  const found = propose(text)
  if (found === undefined) return false
  const { layout, rows } = found
  if (layout.form === 'named' && layout.nameSeparator === '=') return true
  if (layout.form !== 'named' && layout.fieldSeparator === ',' && rows.length === 1) return false
  // A text of three rows with four columns each is a table of records and not an error message. A remark in a cell is only about the cell's
  // row.
  if (rows.length >= 3 && rows.every((row) => row.length >= 4)) return true
  return !rows.flat().some(({ name, value }) => speaks(value) || speaksUnder(name))
}

function propose(text: string): Proposal | undefined {
  const example = cutExample(text)
  return proposeNamed(example) ?? proposeColumns(example)
}

function proposeNamed(text: string): Proposal | undefined {
  const fitting = nameSeparators.flatMap((nameSeparator) =>
    separatorPairs.flatMap(([recordSeparator, fieldSeparator]): readonly Proposal[] => {
      const layout: TextLayout = { form: 'named', recordSeparator, fieldSeparator, nameSeparator, columns: {} }
      const rows = splitText(text, layout) ?? []
      return isNamed(rows, nameSeparator) ? [{ layout, rows }] : []
    }),
  )
  return best(fitting)
}

/**
 * Whether each record begins with the same name and has no name twice. If every record has only one value, the text may be a sentence. In
 * that case, a colon after the name or a value of more than four words is not accepted.
 */
function isNamed(rows: TextRows, nameSeparator: string): boolean {
  const first = rows[0]?.[0]?.name
  const isAlike = rows.every((row) => {
    const names = row.map(({ name }) => plainName(name))
    return row[0]?.name === first && names.every(isShortName) && new Set(names).size === names.length
  })
  const cells = rows.flat()
  const isSentence = !rows.some((row) => row.length > 1) && (nameSeparator === ':' || cells.some(isLong))
  return cells.length > 0 && isAlike && !isSentence && cells.every(({ name }) => countWords(name) <= 3)
}

const isLong = ({ value }: TextCell): boolean => countWords(value) > 4
const isShortName = (name: string): boolean => /^\p{L}[\p{L}\p{N}]{0,39}$/u.test(name)

/** Proposes the layout of columns that finds the most columns. A layout with several records wins over a layout with one record. */
function proposeColumns(text: string): Proposal | undefined {
  const fitting = separatorPairs.flatMap(([recordSeparator, fieldSeparator]): readonly Proposal[] => {
    const layout: TextLayout = { form: 'columns', recordSeparator, fieldSeparator, nameSeparator: '=', columns: {} }
    const rows = betweenColumns.has(fieldSeparator) ? (splitText(text, layout) ?? []) : []
    return isTable(rows) ? [{ layout, rows }] : []
  })
  const found = best(fitting.filter(({ rows }) => rows.length > 1)) ?? best(fitting)
  if (found === undefined || !hasHeader(found.rows)) return found
  return { layout: { ...found.layout, form: 'header' }, rows: found.rows }
}

function isTable(rows: TextRows): boolean {
  const count = rows[0]?.length ?? 0
  const values = rows.flat().map(({ value }) => value)
  return (
    count > 1 &&
    rows.every((row) => row.length === count) &&
    !rows.flat().some(isLong) &&
    values.some((value) => /\d/.test(value))
  )
}

/** Whether the first record holds column names: a known name, or no digits where all values of the other records have one. */
function hasHeader([first = [], ...others]: TextRows): boolean {
  const names = first.map(({ value }) => plainName(value))
  if (others.length === 0 || !names.every(isShortName) || new Set(names).size < names.length) return false
  if (names.some((name) => isKnownName(name, defaultFieldNames))) return true
  return (
    first.every(({ value }) => !/\d/.test(value)) && others.every((row) => row.every(({ value }) => /\d/.test(value)))
  )
}

const best = (proposals: readonly Proposal[]): Proposal | undefined =>
  proposals.toSorted((one, other) => widthOf(other) - widthOf(one))[0]
const widthOf = ({ rows }: Proposal): number => Math.max(...rows.map((row) => row.length))

const countWords = (text: string): number => text.split(/\s+/).length

function cutExample(text: string): string {
  if (text.length <= longestExample) return text
  const end = text.lastIndexOf('\n', longestExample)
  return text.slice(0, end > 0 ? end : longestExample)
}

const outcome =
  /^(?:errors?|fail\w*|nok|ko|ok|okay|success\w*|true|false|denied|refused|rejected|invalid|unauthori[sz]ed|forbidden)\W*$/i

/**
 * Whether a value says something about the outcome: it is a word such as "error" or "ok", or several words with a known meaning. Any other
 * single word may be a plain value.
 */
const speaks = (value: string): boolean =>
  outcome.test(value) || (/\s/.test(value) && saysSomething(readWording(value, { effect: 'read', parameters: [] })))

const speaksUnder = (name: string): boolean =>
  [...defaultFieldNames.message, ...defaultFieldNames.fault].includes(plainName(name))

type TextPreview = Omit<TextView, 'proposed'>
type PreviewField = TextPreview['fields'][number]

const samples = 3
const mostFields = 60
const longestSample = 100

/** Shows how a layout splits a text. `misfit`: a part of the text that does not fit the layout. Passwords are masked. */
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

/** The first record that does not have `count` columns. Below 2, always the first record: a single column looks like words. */
const findRagged = (rows: TextRows, count: number): Row | undefined =>
  count < 2 ? rows[0] : rows.find((row) => row.length !== count)

const quote = (text: string, row: Row): string => text.slice(row[0]?.from ?? 0, row.at(-1)?.to ?? 0)
const cut = (text: string): string => text.slice(0, longestSample)

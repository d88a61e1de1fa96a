import {
  columnsOf,
  emptyLine,
  lineBreak,
  unusedColumn,
  type TextLayout,
} from '../../shared/domain/field-mapping/field-mapping.ts'
import { asText, findAll, identityFields, isKnownName, type JsonObject } from '../find-fields.ts'
import { defaultFieldNames, plainName, mappedOf, type Field, type FieldNames } from '../answer.ts'
import { redacted, soundsLikePassword } from '../redact.ts'
import { escapeForPattern } from '../spell-secret.ts'
import { readDeviceIdentifier } from '../../shared/domain/device-identifier.ts'
import { readBody, type Body } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { readWording, saysSomething } from '../words/wording.ts'

/** One field of a plain text. `from` and `to`: where the value begins and ends, without blanks and quotes around it. */
export interface TextCell {
  /** The name of the field. `splitText` leaves the name empty unless the layout puts a name before each value. */
  readonly name: string
  readonly value: string
  readonly from: number
  readonly to: number
}

export type TextRows = readonly (readonly TextCell[])[]

/** The largest number of fields that a text may have. No real answer about customers has more. */
const mostCells = 200_000

type Separators = Pick<TextLayout, 'form' | 'recordSeparator' | 'fieldSeparator' | 'nameSeparator'>

interface End {
  readonly at: number
  readonly next: number
  readonly isRecord: boolean
}

/**
 * Splits a plain text into records, and records into fields. A value that begins with a quote ends at the next quote; a doubled
 * quote is part of the value. Undefined if a quote is not closed, a name is missing, or there are too many fields.
 */
export function splitText(text: string, layout: Separators): TextRows | undefined {
  const findEnd = createEndFinder(text, layout)
  const nameEnd = new RegExp(patternOf(layout.nameSeparator), 'g')
  const records: TextCell[][] = []
  let record: TextCell[] = []
  let count = 0
  for (let index = 0; index <= text.length;) {
    const found = readCell(text, index, { findEnd, nameEnd: layout.form === 'named' ? nameEnd : undefined })
    if (found === undefined || (count += 1) > mostCells) return undefined
    const { cell, end } = found
    // In a row of named values, a separator at the end does not start another field.
    if (layout.form !== 'named' || cell.name !== '' || cell.value !== '') record.push(cell)
    index = end.next
    if (!end.isRecord) continue
    if (record.some(({ name, value }) => name !== '' || value !== '')) records.push(record)
    record = []
  }
  return records
}

interface Finders {
  readonly findEnd: (from: number) => End
  readonly nameEnd: RegExp | undefined
}

function readCell(
  text: string,
  index: number,
  { findEnd, nameEnd }: Finders,
): { readonly cell: TextCell; readonly end: End } | undefined {
  const end = findEnd(index)
  const isBlank = text.slice(index, end.at).trim() === ''
  if (nameEnd === undefined || isBlank) return readValue(text, index, end, findEnd, '')
  nameEnd.lastIndex = index
  const after = nameEnd.exec(text)
  if (after === null || after.index >= end.at) return undefined
  return readValue(text, nameEnd.lastIndex, findEnd(nameEnd.lastIndex), findEnd, text.slice(index, after.index).trim())
}

/** The position of the quote that closes a value, or -1. One regular expression for a long value would need more memory than V8 allows. */
function findClosing(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function readValue(text: string, start: number, end: End, findEnd: Finders['findEnd'], name: string) {
  const raw = text.slice(start, end.at)
  const from = start + raw.length - raw.trimStart().length
  if (text[from] !== '"' || from >= end.at) {
    const value = raw.trim()
    return { cell: { name, value, from, to: from + value.length }, end }
  }
  const closing = findClosing(text, from + 1)
  if (closing === -1) return undefined
  const inner = text.slice(from + 1, closing)
  const close = findEnd(closing + 1)
  if (text.slice(closing + 1, close.at).trim() !== '') return undefined
  const value = inner.replaceAll('""', '"').trim()
  return { cell: { name, value, from: from + 1, to: from + 1 + inner.length }, end: close }
}

/** Finds the end of a field. Tries the longer separator first, because it may begin with the shorter one. */
function createEndFinder(text: string, { recordSeparator, fieldSeparator }: Separators): Finders['findEnd'] {
  const [record, field] = [`(?<record>${patternOf(recordSeparator)})`, `(?:${patternOf(fieldSeparator)})`]
  const pattern = new RegExp(
    recordSeparator.length >= fieldSeparator.length ? `${record}|${field}` : `${field}|${record}`,
    'g',
  )
  return (from) => {
    pattern.lastIndex = from
    const found = pattern.exec(text)
    if (found === null) return { at: text.length, next: text.length + 1, isRecord: true }
    return { at: found.index, next: pattern.lastIndex, isRecord: found.groups?.['record'] !== undefined }
  }
}

const anyLineBreak = String.raw`(?:\r\n|\r|\n)`

/** Returns the pattern of a separator. The blanks in an empty line are limited in number, so that no answer can make the search slow. */
function patternOf(separator: string): string {
  if (separator === lineBreak) return anyLineBreak
  if (separator === emptyLine) return String.raw`[ \t]{0,20}${anyLineBreak}(?:[ \t]{0,20}${anyLineBreak})+`
  return separator === ' ' ? ' +' : escapeForPattern(separator)
}

/**
 * The records of a plain text, with every value as text. Undefined if any part does not fit the layout, because an incomplete list must not
 * be trusted. `operation` selects the columns if the text does not name them.
 */
export function readTextRecords(
  text: string,
  layout: TextLayout,
  operation: string,
): readonly JsonObject[] | undefined {
  return nameCells(text, layout, operation)?.map(toObject)
}

/**
 * Masks the values of secret fields in a text, also if the text does not fit the layout. If a quote is not closed, quotes do not count. A
 * text that cannot be split stays unchanged.
 */
export function maskTextFields(
  text: string,
  layout: TextLayout,
  operation: string,
  isSecret: (name: string) => boolean,
): string {
  const rows = splitText(text, layout) ?? splitText(text.replaceAll('"', "'"), layout) ?? []
  const secrets = findSecrets(rows, layout, operation, isSecret).filter(({ value }) => value !== '')
  let masked = ''
  let at = 0
  for (const { from, to } of secrets) {
    masked += text.slice(at, from) + redacted
    at = to
  }
  return masked + text.slice(at)
}

function findSecrets(
  rows: TextRows,
  layout: TextLayout,
  operation: string,
  isSecret: (name: string) => boolean,
): readonly TextCell[] {
  if (layout.form === 'named') return rows.flat().filter(({ name }) => isName(name) && isSecret(name))
  const [header = [], ...others] = rows
  const isHeader = layout.form === 'header'
  const columns = isHeader ? header.map(({ value }) => value) : columnsOf(layout, operation)
  const secrets = new Set(columns.flatMap((name, index) => (isName(name) && isSecret(name) ? [index] : [])))
  if (secrets.size === 0 || (!isHeader && columns.length < fewestColumns)) return []
  return (isHeader ? others : rows).flatMap((row) => {
    // A row with more columns may have a separator inside a value, so that the secret is further on.
    const more = Math.max(0, row.length - columns.length)
    let last = Number.NEGATIVE_INFINITY
    return row.filter((_, index) => {
      if (secrets.has(index)) last = index
      return index <= last + more
    })
  })
}

/** Pairs of a record separator and a field separator. The most common pairs come first. */
export const separatorPairs: readonly (readonly [record: string, field: string])[] = [
  [lineBreak, ';'],
  [lineBreak, '|'],
  [lineBreak, '\t'],
  [lineBreak, ','],
  [lineBreak, '&'],
  [lineBreak, ' '],
  [emptyLine, lineBreak],
  ['|', ';'],
  ['|', ','],
  [';', '|'],
  [';', ','],
  ['#', ';'],
  ['#', '|'],
]
/** Field separators between columns that have no names. A blank or a `&` usually separates only named fields. */
export const betweenColumns: ReadonlySet<string> = new Set([';', '|', '\t', ','])

/** The length limit of a first record with column names, in characters. */
const longestHeader = 5000

/** The layout of a table whose first record names a column with secrets. Undefined if there is no such record. */
function guessHeader(text: string, isSecret: (name: string) => boolean): TextLayout | undefined {
  const beginning = text.trimStart().slice(0, longestHeader)
  const layouts = separatorPairs.map(([recordSeparator, fieldSeparator]): TextLayout => ({
    form: 'header',
    recordSeparator,
    fieldSeparator,
    nameSeparator: '=',
    columns: {},
  }))
  return layouts.find((layout) => {
    if (!betweenColumns.has(layout.fieldSeparator)) return false
    const first = splitText(beginning, layout)?.[0] ?? []
    const names = first.map(({ value }) => value).filter((name) => name !== '')
    return (
      names.length >= fewestColumns &&
      names.every(isColumn) &&
      names.some(isSecret) &&
      (layout.fieldSeparator !== ',' || !isClause(names, isSecret))
    )
  })
}

const isColumn = (name: string): boolean => isName(name) && name.split(/\s+/).length <= 3

/** Whether names with commas between them may be a sentence, such as "Wrong password, try again". */
const isClause = (names: readonly string[], isSecret: (name: string) => boolean): boolean =>
  names.some((name) => /\s/.test(name)) &&
  !names.some((name) => !isSecret(name) && isKnownName(name, defaultFieldNames))

/** Whether a text may be a field name. Sentences have other characters or are longer. */
export const isName = (name: string): boolean => /^[\p{L}_][\p{L}\p{M}\p{N}_ ./()#-]{0,59}$/u.test(name)

/** The fewest columns that a table without column names may have. A single column looks the same as words. */
const fewestColumns = 2

/** The records of the text, with a name for each field. Undefined if a record does not fit the layout. */
function nameCells(text: string, layout: TextLayout, operation: string): TextRows | undefined {
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

/** Gives each field the name of its column, and leaves out columns without a name. Undefined if a row has more or fewer columns. */
function nameColumns(rows: TextRows, columns: readonly string[]): TextRows | undefined {
  if (rows.some((row) => row.length !== columns.length)) return undefined
  return rows.map((row) =>
    row.flatMap((cell, index) => {
      const name = columns[index] ?? ''
      return name === '' ? [] : [{ ...cell, name }]
    }),
  )
}

/** Converts a record to an object. A name that occurs more than once gets a list of its values. */
function toObject(row: readonly TextCell[]): JsonObject {
  const values = Map.groupBy(row, ({ name }) => name)
  return Object.fromEntries(
    [...values].map(([name, cells]) => {
      const [first, ...others] = cells.map(({ value }) => value)
      return [name, others.length === 0 ? (first ?? '') : [first ?? '', ...others]]
    }),
  )
}

export interface Reading {
  readonly names: FieldNames
  readonly layout?: TextLayout | undefined
}

/**
 * Like `readBody`, but returns a plain text that fits the layout as data. The data is a list of records. A single record is returned as an
 * object without a list.
 */
export function readMappedBody(text: string, operation: Pick<Operation, 'id'>, { names, layout }: Reading): Body {
  const body = readBody(text)
  const plain = plainTextOf(text, body)
  if (layout === undefined || plain === undefined) return body
  const records = readTextRecords(plain, layout, operation.id)
  if (records === undefined || !isBelievable(records, plain, { names, layout })) return body
  const [first, ...others] = records
  return { kind: 'data', data: first !== undefined && others.length === 0 ? first : records }
}

/** The text of an answer whose body is plain text, without quotes around the whole text. Undefined for any other body. */
export function plainTextOf(text: string, body: Body = readBody(text)): string | undefined {
  if (body.kind === 'text') return body.text
  // A table whose first value is quoted looks like JSON that was cut short, so `readBody` calls it broken.
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  return body.kind === 'broken' && trimmed.startsWith('"') ? trimmed : undefined
}

/** Masks the passwords in the records of an answer's text. Without a layout, the first record must name the columns. */
export function maskMappedPasswords(
  text: string,
  operation: Pick<Operation, 'id'>,
  { names, layout }: Reading,
): string {
  const plain = plainTextOf(text)
  if (plain === undefined) return text
  const isSecret = (name: string): boolean => names.password.includes(plainName(name)) || soundsLikePassword(name)
  const maskIn = (one: TextLayout | undefined): string =>
    one === undefined ? plain : maskTextFields(plain, one, operation.id, isSecret)
  const masked = maskIn(layout)
  if (masked !== plain) return masked
  const guessed = maskIn(guessHeader(plain, isSecret))
  return guessed === plain ? text : guessed
}

const nameable = [...identityFields, 'macAddress', 'deviceIdentifier'] as const

/**
 * Whether the records are real data, and not a sentence that happens to split into the right number of parts. Records with a name before
 * each value always count as real. A table without rows, or with only one column, needs a known name in its header. A column for user IDs
 * must hold only user IDs, and a column for boxes must hold only identifiers of boxes.
 */
function isBelievable(
  records: readonly JsonObject[],
  plain: string,
  { names, layout }: Required<Reading> & { readonly layout: TextLayout },
): boolean {
  if (layout.form === 'named') return true
  const header = splitText(plain, layout)?.[0] ?? []
  // Two lines of words look like a column name above a single value. Such a table therefore needs a known name in its header.
  if ((records.length === 0 || header.length === 1) && !header.some(({ value }) => isIdentity(value, names)))
    return false
  const textsOf = (record: JsonObject, field: Field): readonly string[] =>
    findAll(record, field, names).flatMap((value) => asText(value) ?? [])
  return records.every(
    (record) =>
      textsOf(record, 'userid').every(isIdentifier) &&
      [...textsOf(record, 'macAddress'), ...textsOf(record, 'deviceIdentifier')].every(isDevice),
  )
}

const isIdentity = (name: string, names: FieldNames): boolean =>
  nameable.some((field) => names[field].includes(plainName(name))) ||
  (['status', 'outcome', 'message'] as const).some((field) => mappedOf(field, names).includes(plainName(name)))

const isIdentifier = (text: string): boolean =>
  !/\s/.test(text) && !saysSomething(readWording(text, { effect: 'read', parameters: [] }))

/** Whether a text is a valid identifier of a box and has a digit. An error code may look like a serial number without a digit. */
const isDevice = (text: string): boolean => /\d/.test(text) && readDeviceIdentifier(text).ok

import { emptyLine, lineBreak, type TextLayout } from '../../shared/domain/field-mapping/text-layout.ts'
import { escapeForPattern } from '../redact.ts'

/** One field of a plain text. `from` and `to` are the bounds of its value in the text, without blanks and quotes around it. */
export interface TextCell {
  /** Empty unless the layout has a name before each value. */
  readonly name: string
  readonly value: string
  readonly from: number
  readonly to: number
}

/** No answer about customers has more; splitting it would only take time. */
const mostCells = 200_000

type Separators = Pick<TextLayout, 'form' | 'recordSeparator' | 'fieldSeparator' | 'nameSeparator'>

/** A place in the text where a field ends. */
interface End {
  readonly at: number
  readonly next: number
  readonly isRecord: boolean
}

/**
 * Splits a plain text into records, and records into fields. A value that begins with a quote ends at the next quote; a doubled
 * quote is part of the value. Undefined if a quote is not closed, a name is missing, or there are too many fields.
 */
export function splitText(text: string, layout: Separators): readonly (readonly TextCell[])[] | undefined {
  const findEnd = createEndFinder(text, layout)
  const nameEnd = new RegExp(patternOf(layout.nameSeparator), 'g')
  const records: TextCell[][] = []
  let record: TextCell[] = []
  let count = 0
  for (let index = 0; index <= text.length;) {
    const found = readCell(text, index, { findEnd, nameEnd: layout.form === 'named' ? nameEnd : undefined })
    if (found === undefined || (count += 1) > mostCells) return undefined
    const { cell, end } = found
    // A separator at the end of a line of names and values starts no further field.
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

const quoted = /"([^"]*(?:""[^"]*)*)"/y

function readValue(text: string, start: number, end: End, findEnd: Finders['findEnd'], name: string) {
  const raw = text.slice(start, end.at)
  const from = start + raw.length - raw.trimStart().length
  if (text[from] !== '"' || from >= end.at) {
    const value = raw.trim()
    return { cell: { name, value, from, to: from + value.length }, end }
  }
  quoted.lastIndex = from
  const inner = quoted.exec(text)?.[1]
  if (inner === undefined) return undefined
  const close = findEnd(quoted.lastIndex)
  if (text.slice(quoted.lastIndex, close.at).trim() !== '') return undefined
  const value = inner.replaceAll('""', '"').trim()
  return { cell: { name, value, from: from + 1, to: from + 1 + inner.length }, end: close }
}

/** Finds the next separator. Tries the longer one first, because it may begin with the shorter one. */
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

/** The number of blanks is bounded, so that no answer can make the search slow. */
function patternOf(separator: string): string {
  if (separator === lineBreak) return anyLineBreak
  if (separator === emptyLine) return String.raw`[ \t]{0,20}${anyLineBreak}(?:[ \t]{0,20}${anyLineBreak})+`
  return separator === ' ' ? ' +' : escapeForPattern(separator)
}

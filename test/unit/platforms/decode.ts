import { XMLParser } from 'fast-xml-parser'
import type { PlatformDescription } from '../../platforms/description.ts'
import type { PlatformReply } from '../../platforms/platform.ts'
import { readDay } from './read-day.ts'

/** The content of a record in canonical form, without missing fields. */
export interface Decoded {
  readonly userid: string
  readonly status?: string | undefined
  readonly endDay?: number | null | undefined
  readonly mobile?: string | undefined
  readonly devices?: readonly string[] | undefined
}

type Loose = string | number | boolean | null | undefined | readonly Loose[] | { readonly [name: string]: Loose }

/** Reads an answer with the platform's description alone, as an engineer who knows the platform would. */
export function decode({ text }: PlatformReply, description: PlatformDescription): Loose {
  const { encoding } = description.encoding
  if (text === '') return null
  if (encoding.startsWith('xml')) return text.startsWith('<') ? readXml(text, description) : text
  if (!encoding.startsWith('json')) return readText(text, description)
  const inner = encoding === 'json-in-string' ? (JSON.parse(text) as string) : text
  try {
    return JSON.parse(inner) as Loose
  } catch {
    const lines = inner.trim().split('\n')
    return lines.length > 1 ? lines.map((line) => JSON.parse(line) as Loose) : inner
  }
}

function readXml(text: string, { encoding: { encoding, xml } }: PlatformDescription): Loose {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: true,
    ignoreDeclaration: true,
  })
  const tidy = (value: Loose): Loose => {
    if (Array.isArray(value)) return value.map(tidy)
    if (typeof value !== 'object' || value === null) return value
    const given = value as { readonly [name: string]: Loose }
    if (given['xsi:nil'] === 'true') return null
    const entries = Object.entries(given).filter(([name]) => !name.startsWith('xmlns') && name !== 'key')
    const isValue = encoding === 'xml-attributes' && xml.attributes === 'value'
    if (isValue && entries.length === 1 && entries[0]?.[0] === 'value') return given['value']
    return Object.fromEntries(
      entries.flatMap(([name, part]): readonly (readonly [string, Loose])[] => {
        if (name !== 'field') return [[name, tidy(part)]]
        const fields = (Array.isArray(part) ? part : [part]) as readonly { name: string; value: string }[]
        return [...new Set(fields.map((field) => field.name))].map((own) => {
          const values = fields.filter((field) => field.name === own).map((field) => field.value)
          return [own, values.length === 1 ? values[0] : values]
        })
      }),
    )
  }
  return tidy(parser.parse(text) as Loose)
}

/** The names of a device's extra fields, which are the same on every platform. */
const plainNames = ['stbKind', 'lastIp', 'validStamp']

function readText(text: string, { encoding: manner, reads, names }: PlatformDescription): Loose {
  const known = new Set([...Object.values(names), ...reads.noise.map(({ name }) => name), ...plainNames])
  const { recordSeparator, fieldSeparator, nameSeparator, hasHeader } = manner.text
  const end = recordSeparator.includes('\r') ? '\r\n' : '\n'
  const records = text.replace(new RegExp(`${end}$`), '').split(recordSeparator)
  if (manner.encoding !== 'columns')
    return records.map((record) => {
      const fields = record.split(fieldSeparator).map((field) => {
        const at = field.indexOf(nameSeparator)
        return at < 0 || !known.has(field.slice(0, at))
          ? null
          : ([field.slice(0, at), field.slice(at + nameSeparator.length)] as const)
      })
      return fields.some((field) => field === null)
        ? record
        : Object.fromEntries(fields.filter((field) => field !== null))
    })
  const rows = records.map((record) => splitRow(record, fieldSeparator))
  const columns = hasHeader
    ? (rows.shift() ?? [])
    : [
        ...reads.fields.map((meaning) => names[meaning]),
        ...reads.noise.map(({ name }) => name),
        names.hasNext,
        names.cursor,
      ]
  if (!hasHeader && rows.every((row) => row.length === 1)) return rows.map(([cell]) => cell)
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index] ?? '', cell])))
}

function splitRow(row: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted] = ['', false]
  for (let at = 0; at < row.length; at += 1) {
    const sign = row.charAt(at)
    if (sign === '"' && isQuoted && row.charAt(at + 1) === '"') {
      cell += sign
      at += 1
    } else if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}

/** A scalar as text. */
export function writeLoose(value: Loose): string {
  return typeof value === 'object' || value === undefined ? '' : String(value)
}

/** The customer records of an answer, in order. */
export function findRecords(value: Loose, description: PlatformDescription): readonly Decoded[] {
  const { names } = description
  if (Array.isArray(value)) return value.flatMap((item: Loose) => findRecords(item, description))
  if (typeof value !== 'object' || value === null) return []
  const fields = value as { readonly [name: string]: Loose }
  const userid = fields[names.userid]
  if (userid === undefined) return Object.values(fields).flatMap((part) => findRecords(part, description))
  if (typeof userid === 'object') return []
  const status = fields[names.status]
  const endDate = fields[names.endDate]
  const mobile = fields[names.mobile]
  return [
    {
      userid: writeLoose(userid),
      ...(status === undefined ? {} : { status: readStatus(status, description) }),
      ...(endDate === undefined ? {} : { endDay: readDay(writeLoose(endDate), description.values) }),
      ...(mobile === undefined ? {} : { mobile: `+${writeLoose(mobile).replace(/^(\+|00)/, '')}` }),
      ...(names.deviceList in fields ? { devices: findBoxes(fields[names.deviceList], description) } : {}),
    },
  ]
}

/** The status that a word means. */
export function readStatus(word: Loose, { values }: PlatformDescription): string | undefined {
  const entries = Object.entries(values.statuses)
  return entries.find(([, own]) => String(own) === writeLoose(word))?.[0]
}

const box = /^([0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$|^([0-9a-f]{4}\.){2}[0-9a-f]{4}$/i

/** The MAC addresses of an answer, in order. */
export function findBoxes(value: Loose, description: PlatformDescription): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Loose) => findBoxes(item, description))
  if (typeof value === 'object' && value !== null) {
    const fields = value as { readonly [name: string]: Loose }
    const own = fields[description.names.deviceIdentifier]
    return own === undefined
      ? Object.values(fields).flatMap((part) => findBoxes(part, description))
      : findBoxes(own, description)
  }
  if (typeof value !== 'string') return []
  const { listSeparator } = description.encoding.text
  return value
    .split(/\r?\n/)
    .flatMap((line) => line.split(line.includes(',') ? ',' : listSeparator))
    .filter((part) => box.test(part))
    .map((part) =>
      (
        part
          .replaceAll(/[^0-9a-f]/gi, '')
          .toUpperCase()
          .match(/../g) ?? []
      ).join(':'),
    )
}

/** The value under a name anywhere in an answer. */
export function findNamed(value: Loose, name: string): Loose {
  if (Array.isArray(value)) return (value as readonly Loose[]).map((item) => findNamed(item, name)).find(isGiven)
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as { readonly [name: string]: Loose }
  return name in fields
    ? fields[name]
    : Object.values(fields)
        .map((part) => findNamed(part, name))
        .find(isGiven)
}

function isGiven(value: Loose): boolean {
  return value !== undefined
}

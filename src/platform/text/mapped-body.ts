import { readDeviceIdentifier } from '../../shared/domain/device-identifier.ts'
import type { TextLayout } from '../../shared/domain/field-mapping/text-layout.ts'
import { readBody, type Body } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { plainName, mappedOf, type Field, type FieldNames } from '../field-names.ts'
import { findAll, asText, type JsonObject } from '../find-fields.ts'
import { soundsLikePassword } from '../redact.ts'
import { identityFields } from '../read/records.ts'
import { maskTextFields, readTextRecords, splitText } from './text-records.ts'
import { saysSomething } from '../words/said.ts'
import { readWording } from '../words/wording.ts'

/** How to read the answers of a platform: its field names, and the layout of its plain texts. */
export interface Reading {
  readonly names: FieldNames
  readonly layout?: TextLayout | undefined
}

/**
 * Like `readBody`, but a plain text that fits the layout becomes its records; a single record becomes an object. A text that
 * does not fit stays text.
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

/** The plain text of an answer, without quotes around the whole; undefined for any other body. */
export function plainTextOf(text: string, body: Body = readBody(text)): string | undefined {
  if (body.kind === 'text') return body.text
  // A table whose first value is quoted looks like JSON that was cut short.
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  return body.kind === 'broken' && trimmed.startsWith('"') ? trimmed : undefined
}

/** The text of an answer with masked passwords in its records. Only the layout shows these; without one the text is unchanged. */
export function maskMappedPasswords(
  text: string,
  operation: Pick<Operation, 'id'>,
  { names, layout }: Reading,
): string {
  const plain = layout === undefined ? undefined : plainTextOf(text)
  if (layout === undefined || plain === undefined) return text
  const isSecret = (name: string): boolean => names.password.includes(plainName(name)) || soundsLikePassword(name)
  const masked = maskTextFields(plain, layout, operation.id, isSecret)
  return masked === plain ? text : masked
}

const nameable = [...identityFields, 'macAddress', 'deviceIdentifier'] as const

/**
 * Whether the records are real, and not a sentence that happens to split into as many parts. Named values always are. A table
 * that is empty or has one column needs a known name in its header. A column for user IDs or boxes must hold such values.
 */
function isBelievable(
  records: readonly JsonObject[],
  plain: string,
  { names, layout }: Required<Reading> & { readonly layout: TextLayout },
): boolean {
  if (layout.form === 'named') return true
  const header = splitText(plain, layout)?.[0] ?? []
  // Two lines of words look like a column with its name.
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
  !/\s/.test(text) && !saysSomething(readWording(text, { id: 'getCustomer', effect: 'read' }))

/** Requires a digit and a valid identifier, because an error code may look like a serial number. */
const isDevice = (text: string): boolean => /\d/.test(text) && readDeviceIdentifier(text).ok

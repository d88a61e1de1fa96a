import { readDeviceIdentifier } from '../../shared/domain/device-identifier.ts'
import type { TextLayout } from '../../shared/domain/teach/text-layout.ts'
import { readBody, type Body } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { plainName, taughtOf, type Field, type FieldNames } from '../field-names.ts'
import { findAll, asText, type JsonObject } from '../find-fields.ts'
import { soundsLikePassword } from '../redact.ts'
import { splitText } from './text-cells.ts'
import { maskTextFields, readTextRecords } from './text-records.ts'
import { saysSomething } from '../words/said.ts'
import { readWording } from '../words/wording.ts'

/** How the answers of a platform are to be read: the names of its fields, and how its plain texts hold records. */
export interface Reading {
  readonly names: FieldNames
  readonly layout?: TextLayout | undefined
}

/**
 * Reads a body as `readBody` does, and a plain text that fits the taught layout as its records; one alone as an object. What
 * does not fit stays words.
 */
export function readTaughtBody(text: string, operation: Pick<Operation, 'id'>, { names, layout }: Reading): Body {
  const body = readBody(text)
  const plain = plainTextOf(text, body)
  if (layout === undefined || plain === undefined) return body
  const records = readTextRecords(plain, layout, operation.id)
  if (records === undefined || !isBelievable(records, plain, { names, layout })) return body
  const [first, ...others] = records
  return { kind: 'data', data: first !== undefined && others.length === 0 ? first : records }
}

/** The plain text of an answer, with any quotes that a server put around the whole; undefined where it is something else. */
export function plainTextOf(text: string, body: Body = readBody(text)): string | undefined {
  if (body.kind === 'text') return body.text
  // A table whose first value is quoted looks like JSON that was cut short.
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  return body.kind === 'broken' && trimmed.startsWith('"') ? trimmed : undefined
}

/** The text of an answer with the passwords in its records masked, which only the layout can tell; else as it came. */
export function maskTaughtPasswords(
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

const identity = [
  'userid',
  'firstname',
  'lastname',
  'mobile',
  'email',
  'customermappingid',
  'macAddress',
  'deviceIdentifier',
] as const satisfies readonly Field[]

/**
 * Names vouch for their values. Where values have none, a sentence may happen to have as many parts: so a table that is empty or
 * of one column must have a known name at its head, and where a user ID or a box is expected there must be one.
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
  identity.some((field) => names[field].includes(plainName(name))) ||
  (['status', 'outcome', 'message'] as const).some((field) => taughtOf(field, names).includes(plainName(name)))

const isIdentifier = (text: string): boolean =>
  !/\s/.test(text) && !saysSomething(readWording(text, { id: 'getCustomer', effect: 'read' }))

/** An error code may look like a serial number, but has no figure or no end. */
const isDevice = (text: string): boolean => /\d/.test(text) && readDeviceIdentifier(text).ok

import { z } from 'zod'
import { defined } from '../../defined.ts'
import { type SignedPolicy, signedPolicySchema } from '../policy.ts'
import { readAddress } from './address.ts'
import { type Connection, connectionSchema, retiredSettings } from './connection.ts'

/** The most characters of a connection file. Hundreds of connections need far fewer. */
export const largestConnectionFile = 2_000_000

/** The ending of a connection file's name. An installed Setdesk opens files with this ending. */
export const connectionFileEnding = '.setdesk-connections'

const kind = 'setdesk-connections'
const version = 1

/** Why a connection file is rejected. A report names the connection and the field, never a value. */
export const connectionFileProblems = [
  'not-json',
  'other-kind',
  'newer',
  'empty',
  'secret',
  'twice',
  'unusable-value',
  'policy-unusable',
  'policy-forged',
  'policy-other-key',
  'policy-older',
  'not-permitted',
] as const
type ConnectionFileProblem = (typeof connectionFileProblems)[number]

export interface FiledConnection {
  readonly id: string
  readonly given: Readonly<Record<string, unknown>>
  /** Settings that this Setdesk does not know and therefore ignores. */
  readonly unknown: readonly string[]
}

type ConnectionFileReading =
  | { readonly ok: true; readonly connections: readonly FiledConnection[]; readonly policy?: SignedPolicy }
  | { readonly ok: false; readonly problem: ConnectionFileProblem }

const envelopeSchema = z.object({
  kind: z.literal(kind),
  version: z.int().min(1),
  connections: z.array(z.looseObject({ id: z.string().min(1).max(64) })).max(100),
  policy: z.unknown().optional(),
})

/** Matches the names of secret settings. A file with one is rejected. The deeper names in a field mapping are not checked. */
const secretName = /token|secret|passw|passphrase|credential|proxyLogIn|proxyUser/i

/** Settings that a file never contains: the kind of a connection, and the permission to send unencrypted, which only a technician gives. */
const unfiled: ReadonlySet<string> = new Set(['kind', 'allowsPlainHttp'])
const fields = new Set(Object.keys(connectionSchema.shape).filter((name) => !unfiled.has(name)))

/** All settings of the operator's connections as one text for every laptop. It has no token: a token is not a setting. */
export function writeConnectionFile(connections: readonly Connection[], policy?: SignedPolicy): string {
  const filed = connections
    .filter((connection) => connection.kind === 'platform')
    .map((connection) => {
      const { kind: _, allowsPlainHttp: __, ...settings } = connection
      return settings
    })
  return `${JSON.stringify({ kind, version, connections: filed, ...defined({ policy }) }, undefined, 2)}\n`
}

/** Reads a connection file without comparing the file to the connections on this computer. Never throws. */
export function readConnectionFile(text: string): ConnectionFileReading {
  const json = parseJson(text)
  if (json === undefined) return { ok: false, problem: 'not-json' }
  const envelope = envelopeSchema.safeParse(json)
  if (!envelope.success) return { ok: false, problem: 'other-kind' }
  const { connections } = envelope.data
  if (envelope.data.version > version) return { ok: false, problem: 'newer' }
  if (connections.length === 0 && envelope.data.policy === undefined) return { ok: false, problem: 'empty' }
  const names = [...Object.keys(json), ...connections.flatMap((connection) => Object.keys(connection))]
  if (names.some((name) => secretName.test(name) && !fields.has(name))) return { ok: false, problem: 'secret' }
  if (new Set(connections.map(({ id }) => id)).size < connections.length) return { ok: false, problem: 'twice' }
  const policy = signedPolicySchema.optional().safeParse(envelope.data.policy)
  if (!policy.success) return { ok: false, problem: 'policy-unusable' }
  return { ok: true, connections: connections.map(toFiled), ...defined({ policy: policy.data }) }
}

function toFiled(settings: Readonly<Record<string, unknown>> & { readonly id: string }): FiledConnection {
  const entries = Object.entries(settings).filter(([name]) => name !== 'id')
  return {
    id: settings.id,
    given: Object.fromEntries(entries.filter(([name]) => fields.has(name))),
    unknown: entries.map(([name]) => name).filter((name) => !fields.has(name) && !retiredSettings.has(name)),
  }
}

/** Merges a file's settings into an existing connection. Returns the name of the first invalid field if there is one. */
export function layOver(
  base: Partial<Connection>,
  { given }: FiledConnection,
): { readonly ok: true; readonly connection: Connection } | { readonly ok: false; readonly field: string } {
  const parsed = connectionSchema.safeParse({ ...base, ...given })
  if (!parsed.success) return { ok: false, field: String(parsed.error.issues[0]?.path[0] ?? 'connection') }
  const address = readAddress(parsed.data.baseUrl)
  if (!address.ok) return { ok: false, field: 'baseUrl' }
  return { ok: true, connection: { ...parsed.data, baseUrl: address.baseUrl } }
}

function parseJson(text: string): object | undefined {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof json === 'object' && json !== null ? json : undefined
  } catch {
    return undefined
  }
}

const value = z.union([z.string(), z.number(), z.boolean()])
type Value = z.infer<typeof value>

/**
 * One difference between two states of a connection. `item`: the element of a list, by its product id or hostname. `part`: the
 * field of that element, or `order` if only the order of the elements differs.
 */
export const settingChangeSchema = z.object({
  field: z.string(),
  item: z.string().optional(),
  part: z.string().optional(),
  change: z.enum(['added', 'changed', 'removed']),
  before: value.optional(),
  after: value.optional(),
})
export type SettingChange = z.infer<typeof settingChangeSchema>

const identifyingFields = new Set(['id', 'kind'])

/** Lists every difference between two connections, field by field and, in lists, item by item. An empty text counts as missing. */
export function compareSettings(before: object, after: object): readonly SettingChange[] {
  const old = new Map(Object.entries(before) as [string, unknown][])
  const names = new Set([...old.keys(), ...Object.keys(after)])
  const fresh = new Map(Object.entries(after) as [string, unknown][])
  return [...names]
    .filter((field) => !identifyingFields.has(field))
    .flatMap((field) => compareField(field, old.get(field), fresh.get(field)))
}

function compareField(field: string, before: unknown, after: unknown): readonly SettingChange[] {
  if (isPlain(before) && isPlain(after)) return compareValues({ field }, before, after)
  const [old, fresh] = [itemsOf(before), itemsOf(after)]
  const items = [...new Set([...old.keys(), ...fresh.keys()])]
  const changes = items.flatMap((item) => compareItem(field, item, old.get(item), fresh.get(item)))
  const isMoved = changes.length === 0 && [...old.keys()].join('\n') !== [...fresh.keys()].join('\n')
  if (!isMoved || !Array.isArray(after)) return changes
  const [was, is] = [[...old.keys()].join(', '), [...fresh.keys()].join(', ')]
  return [{ field, part: 'order', change: 'changed', before: was, after: is }]
}

function compareItem(field: string, item: string, before: unknown, after: unknown): readonly SettingChange[] {
  if (isRecord(before) && isRecord(after)) {
    const parts = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return parts.flatMap((part) => compareValues({ field, item, part }, toValue(before[part]), toValue(after[part])))
  }
  return compareValues({ field, item }, toValue(nameOf(before)), toValue(nameOf(after)))
}

function compareValues(
  of: Pick<SettingChange, 'field' | 'item' | 'part'>,
  before: Value | undefined,
  after: Value | undefined,
): readonly SettingChange[] {
  if (before === after) return []
  const [wasNone, isNone] = [before === undefined || before === '', after === undefined || after === '']
  if (wasNone && isNone) return []
  const change = wasNone ? 'added' : isNone ? 'removed' : 'changed'
  return [{ ...of, change, ...(wasNone ? {} : { before }), ...(isNone ? {} : { after }) }]
}

function itemsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (Array.isArray(value)) return new Map(value.map((item: unknown) => [keyOf(item), item]))
  return new Map(isRecord(value) ? Object.entries(value) : [])
}

const keyOf = (item: unknown): string =>
  isRecord(item) ? String(toValue(item['productid'] ?? item['id'])) : String(item)

const nameOf = (item: unknown): unknown => (isRecord(item) && 'name' in item ? item['name'] : item)

const toValue = (value: unknown): Value | undefined =>
  value === undefined || isPlain(value) ? value : JSON.stringify(value)

const isPlain = (value: unknown): value is Value | undefined =>
  value === undefined || ['string', 'number', 'boolean'].includes(typeof value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

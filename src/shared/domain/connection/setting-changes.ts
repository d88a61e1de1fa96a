import { z } from 'zod'

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

const identity = new Set(['id', 'kind'])

/** Lists every difference between two connections, field by field and, in lists, item by item. An empty text counts as missing. */
export function compareSettings(before: object, after: object): readonly SettingChange[] {
  const old = new Map(Object.entries(before) as [string, unknown][])
  const names = new Set([...old.keys(), ...Object.keys(after)])
  const fresh = new Map(Object.entries(after) as [string, unknown][])
  return [...names]
    .filter((field) => !identity.has(field))
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

/** Values that break code which trusts its caller. */
const hostileValues: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => true,
  () => -1,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => 2 ** 53,
  () => 10n,
  () => '',
  () => '\0',
  () => '\ud800',
  () => '../../../../etc/passwd',
  () => 'C:\\Windows\\System32\\config\\SAM',
  () => "'; DROP TABLE job; --",
  () => '%s%n${7*7}{{7*7}}',
  () => 'file:///etc/passwd',
  () => 'javascript:alert(1)',
  () => '<img src=x onerror=alert(1)>',
  () => '=cmd|/c calc!A1',
  () => '\u202e\u0000\ufeff',
  () => 'x'.repeat(200_000),
  () => [],
  () => Array.from({ length: 20_000 }, () => 0),
  () => nest(2000),
  () => ({}),
  () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}') as unknown,
  () => ({ toJSON: 'x', length: -1 }),
  () => new Date(Number.NaN),
  () => new Map([['id', 'x']]),
  () => new Uint8Array(64),
  () => circle(),
]

function nest(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value }
  return value
}

function circle(): unknown {
  const value: Record<string, unknown> = {}
  value['self'] = value
  return value
}

/** A copy of a valid request with one to three parts changed, removed or added; or something else altogether. */
export function spoilRequest(valid: unknown, draw: () => number): unknown {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T
  const hostile = (): unknown => pick(hostileValues)()
  if (draw() < 0.1) return hostile()
  const copy = structuredClone(valid)
  for (let change = 0; change <= Math.floor(draw() * 3); change += 1) {
    const places = listPlaces(copy)
    if (places.length === 0 || draw() < 0.15) {
      const name = pick(['__proto__', 'constructor', 'toString', 'id', 'token', 'x'.repeat(500)])
      if (typeof copy === 'object' && copy !== null)
        Object.defineProperty(copy, name, { value: hostile(), enumerable: true, configurable: true, writable: true })
      continue
    }
    const { holder, key } = pick(places)
    if (draw() < 0.15) Reflect.deleteProperty(holder, key)
    else Reflect.set(holder, key, hostile())
  }
  return copy
}

interface Place {
  readonly holder: object
  readonly key: string
}

/** Every part of a request. What was put in by an earlier change is left as it is: it may be a circle. */
function listPlaces(value: unknown, depth = 0): readonly Place[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || depth > 6) return []
  const keys = Object.keys(value).slice(0, 50)
  return keys.flatMap((key) => [
    { holder: value, key },
    ...listPlaces((value as Readonly<Record<string, unknown>>)[key], depth + 1),
  ])
}

import { nameOfRef, type BridgeShapes, type Shape } from './bridge-shapes.ts'

/** The text of a shape, and the named shapes that it refers to. */
export interface ShapeText {
  readonly text: string
  readonly names: readonly string[]
}

/** The most columns of a line. */
export const widestShape = 100
/** A named shape that is used only once is written out in place if it has no more lines than this. */
const mostLinesInside = 12
/** In characters. A longer pattern is left out, because it would not help the reader. */
const longestPattern = 60

/** Returns a function that writes shapes like TypeScript types. A short named shape that is used only once is written out in place. */
export function createShapeWriter({ calls, events, named }: BridgeShapes): (shape: Shape) => ShapeText {
  const counts = countNames([calls, events, [...named.values()]])

  const write = (shape: Shape, sentTo: Set<string>): string => {
    const name = nameOfRef(shape)
    if (name !== undefined) return writeNamed(name, sentTo)
    const { oneOf, anyOf = oneOf, type, items } = shape
    if (shape.enum !== undefined) return wrap(shape.enum.map(quote))
    if (shape.const !== undefined) return quote(shape.const)
    if (anyOf !== undefined) return wrap(anyOf.map((member) => write(member, sentTo)))
    if (typeof type === 'object') return type.join(' | ')
    if (type === 'array') return writeList(write(items ?? {}, sentTo), shape)
    if (type === 'object') return writeObject(shape, sentTo)
    if (type === 'string') return `string${inBrackets(limitsOfText(shape))}`
    if (type === 'integer' || type === 'number') return writeNumber(shape)
    if (type === 'boolean' || type === 'null') return type
    throw new Error(`The page has no words for ${JSON.stringify(shape)}`)
  }
  const writeNamed = (name: string, sentTo: Set<string>): string => {
    const shape = named.get(name)?.shape ?? {}
    if (shape.type === 'string' && shape.enum === undefined) return write(shape, sentTo)
    if (counts.get(name) === 1) {
      const inner = new Set<string>()
      const text = write(shape, inner)
      if (text.split('\n').length <= mostLinesInside) {
        for (const one of inner) sentTo.add(one)
        return text
      }
    }
    sentTo.add(name)
    return name
  }
  const writeObject = (
    { properties = {}, required = [], propertyNames, additionalProperties }: Shape,
    sentTo: Set<string>,
  ): string => {
    if (propertyNames !== undefined) {
      const isPartial = propertyNames.type !== 'string' || propertyNames.enum !== undefined
      const key = write(propertyNames, sentTo)
      return inBraces([`[${key}]${isPartial ? '?' : ''}: ${write(additionalProperties ?? {}, sentTo)}`])
    }
    return inBraces(
      joinAlike(
        Object.entries(properties).map(([name, shape]) => {
          const usual = shape.default === undefined ? '' : ` = ${JSON.stringify(shape.default).replaceAll('"', "'")}`
          return [`${name}${required.includes(name) ? '' : '?'}`, `${write(shape, sentTo)}${usual}`]
        }),
      ),
    )
  }
  return (shape) => {
    const sentTo = new Set<string>()
    const text = write(shape, sentTo)
    return { text, names: [...sentTo].sort() }
  }
}

function countNames(everything: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  JSON.stringify(everything, (key, value: unknown) => {
    const name = key === '$ref' ? nameOfRef({ $ref: String(value) }) : undefined
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
    return value
  })
  return counts
}

const quote = (value: string | boolean): string => (typeof value === 'string' ? `'${value}'` : String(value))
const inBrackets = (limits: readonly string[]): string => (limits.length === 0 ? '' : `(${limits.join(', ')})`)

/** `1..64`, `..64` or `1..`; empty if there is no limit. */
const range = (least: number | undefined, most: number | undefined): readonly string[] =>
  least === undefined && most === undefined ? [] : [`${least ?? ''}..${most ?? ''}`]

function limitsOfText({ format, pattern, minLength, maxLength }: Shape): readonly string[] {
  const kind = format === undefined ? (pattern === undefined ? [] : [`/${pattern}/`]) : [format]
  return [...kind.filter((text) => text.length <= longestPattern), ...range(minLength, maxLength)]
}

function writeNumber({ type, minimum, maximum }: Shape): string {
  const limits = range(usefulLimit(minimum), usefulLimit(maximum))
  return `${type === 'integer' ? 'int' : 'number'}${inBrackets(limits)}`
}

/** Leaves out JavaScript's safe-integer limits, which every integer schema has. */
const usefulLimit = (limit: number | undefined): number | undefined =>
  limit === undefined || Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit

function writeList(item: string, { minItems, maxItems }: Shape): string {
  const isUnion = /^[^{]* \| /s.test(item)
  const end = item.startsWith('\n') ? '\n' : ''
  return `${isUnion ? `(${item}${end})` : item}[${range(minItems, maxItems).join('')}]`
}

/** Puts neighbouring fields of the same type on one line: `street, city: string`. */
function joinAlike(fields: readonly (readonly [name: string, text: string])[]): readonly string[] {
  const lines: { names: string; text: string }[] = []
  for (const [name, text] of fields) {
    const last = lines.at(-1)
    const names = `${last?.names ?? ''}, ${name}`
    if (last?.text === text && !text.includes('{') && `${names}: ${text}`.length <= widestShape) last.names = names
    else lines.push({ names: name, text })
  }
  return lines.map(({ names, text }) => `${names}:${text.startsWith('\n') ? '' : ' '}${text}`)
}

function inBraces(lines: readonly string[]): string {
  const short = lines.length === 0 ? '{}' : `{ ${lines.join('; ')} }`
  if (short.length <= widestShape && !short.includes('\n')) return short
  return `{\n${lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`).join('\n')}\n}`
}

/** Writes a union: several members per line, or one member per line if a member is an object. */
function wrap(members: readonly string[]): string {
  const short = members.join(' | ')
  if (short.length <= widestShape && !short.includes('\n')) return short
  if (members.some((member) => member.startsWith('{')))
    return members.map((member) => `\n  | ${member.replaceAll('\n', '\n    ')}`).join('')
  const lines: string[] = []
  for (const member of members) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} | ${member}`.length <= widestShape)
      lines[lines.length - 1] = `${last} | ${member}`
    else lines.push(lines.length === 0 ? member : `  | ${member}`)
  }
  return lines.join('\n')
}

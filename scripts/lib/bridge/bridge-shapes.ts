import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { channels, type Channel } from '../../../src/shared/bridge/contract.ts'
import { events, type EventName } from '../../../src/shared/bridge/bridge.ts'
import { bridgeErrorSchema } from '../../../src/shared/bridge/errors.ts'

/** The part of JSON Schema that the contract's schemas use. */
export interface Shape {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly const?: string | boolean
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly propertyNames?: Shape
  readonly additionalProperties?: Shape
  readonly items?: Shape
  readonly default?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** A shape with an exported name. `file`: the file that declares the shape, relative to the project's root. */
export interface NamedShape {
  readonly shape: Shape
  readonly file: string
}

/** All shapes of the bridge. */
export interface BridgeShapes {
  readonly calls: Readonly<Record<Channel, { readonly request: Shape; readonly response: Shape }>>
  readonly events: Readonly<Record<EventName, Shape>>
  /** The error, without its list of codes. */
  readonly error: Shape
  /** Keyed by the name in the source without `Schema`. Shapes refer to these by `$ref`. */
  readonly named: ReadonlyMap<string, NamedShape>
}

const project = new URL('../../../', import.meta.url)
const prefix = '#/$defs/'
/** The name that a shape refers to; undefined if the shape is written out. */
export const nameOfRef = ({ $ref }: Shape): string | undefined => $ref?.slice(prefix.length)

/** Reads the contract's schemas in their request form, in which a field with a default is optional. */
export async function readBridgeShapes(): Promise<BridgeShapes> {
  const names = z.registry<{ id: string }>()
  const files = new Map<string, string>()
  for (const file of globSync('src/shared/{bridge,domain}/**/*.ts', { cwd: fileURLToPath(project) })) {
    const module = (await import(/* @vite-ignore */ new URL(file.replaceAll('\\', '/'), project).href)) as Record<
      string,
      unknown
    >
    for (const [name, value] of Object.entries(module)) {
      if (!name.endsWith('Schema') || !(value instanceof z.ZodType)) continue
      const id = name.charAt(0).toUpperCase() + name.slice(1, -'Schema'.length)
      names.add(value, { id })
      files.set(id, file.replaceAll('\\', '/'))
    }
  }
  const calls = Object.entries(channels).map(([name, call]) => [name, z.object(call)] as const)
  const all = z.object({
    calls: z.object(Object.fromEntries(calls)),
    events: z.object(events),
    error: bridgeErrorSchema.extend({ code: z.string() }),
  })
  const { properties, $defs } = z.toJSONSchema(all, { metadata: names, io: 'input' }) as unknown as {
    readonly properties: Record<'calls' | 'events', { readonly properties: unknown }> & { readonly error: Shape }
    readonly $defs: Readonly<Record<string, Shape>>
  }
  const callShapes = properties.calls.properties as Record<Channel, { readonly properties: unknown }>
  return {
    calls: Object.fromEntries(
      Object.entries(callShapes).map(([channel, call]) => [channel, call.properties]),
    ) as BridgeShapes['calls'],
    events: properties.events.properties as BridgeShapes['events'],
    error: properties.error,
    named: nameUnions(new Map(Object.entries($defs)), files),
  }
}

/** If all members of one union are in another, the larger union refers to the smaller by name. */
function nameUnions(
  defs: ReadonlyMap<string, Shape>,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, NamedShape> {
  const unions = [...defs].flatMap(([name, { oneOf }]) =>
    oneOf === undefined ? [] : [{ name, texts: textsOf(oneOf) }],
  )
  const shorten = (own: string, members: readonly Shape[]): readonly Shape[] => {
    const texts = textsOf(members)
    const inside = unions.find(
      ({ name, texts: theirs }) =>
        name !== own && theirs.length < texts.length && theirs.every((text) => texts.includes(text)),
    )
    if (inside === undefined) return members
    const rest = members.filter((_, index) => !inside.texts.includes(texts[index] ?? ''))
    return [{ $ref: prefix + inside.name }, ...shorten(own, rest)]
  }
  return new Map(
    [...defs].map(([name, shape]) => {
      const short = shape.oneOf === undefined ? shape : { ...shape, oneOf: shorten(name, shape.oneOf) }
      return [name, { shape: short, file: files.get(name) ?? '' }]
    }),
  )
}

const textsOf = (members: readonly Shape[]): readonly string[] => members.map((member) => JSON.stringify(member))

import { describe, expect, it, test } from 'vitest'
import { channelNotes, writeBridgePage, writeRenamedNames } from '../../../scripts/lib/bridge/bridge-page.ts'
import { readBridgeShapes, type Shape } from '../../../scripts/lib/bridge/bridge-shapes.ts'
import { errorsOfEveryCall, errorsOfNoChannel } from '../../../scripts/lib/bridge/channel-note.ts'
import { renamedNames, type RenamedName } from '../../../scripts/lib/bridge/renamed-names.ts'
import { createShapeWriter } from '../../../scripts/lib/bridge/shape-text.ts'
import { preferencesSchema } from '../../../src/shared/bridge/snapshot.ts'
import { channels, type Channel } from '../../../src/shared/bridge/contract.ts'
import { events } from '../../../src/shared/bridge/bridge.ts'
import { errorCodes } from '../../../src/shared/bridge/errors.ts'
import { connectionSchema } from '../../../src/shared/domain/connection/connection.ts'
import { readText } from '../structure/project-files.ts'

const shapes = await readBridgeShapes()
const page = writeBridgePage(shapes, readText('docs/bridge-example.mjs'), renamedNames)
const names = Object.keys(channels) as Channel[]
const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

describe('the bridge page', () => {
  it('equals docs/bridge.md, which npm run docs writes', () => {
    expect(readText('docs/bridge.md')).toBe(page)
  })

  it('has one heading for each channel and each event', () => {
    const wanted = [...names, ...Object.keys(events).map((name) => `${name} event`)]
    expect(wanted.filter((name) => headings.filter((heading) => heading === name).length !== 1)).toEqual([])
  })

  it('has exactly one heading for each of its internal links', () => {
    const anchors = headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((link) => anchors.filter((anchor) => anchor === link).length !== 1)).toEqual([])
  })

  it('mentions no field that is missing in the shapes and examples', () => {
    const code = [...page.matchAll(/```\w*\n.*?```/gs)].join('\n')
    const known = new Set([...(code.match(/\w+/g) ?? []), ...errorCodes, 'exports', 'localhost'])
    const prose = page.split('\n').filter(isSentence)
    const fields = prose.flatMap((text) => [...text.matchAll(/`([a-z]\w*)`/g)].map(([, field = '']) => field))
    expect(fields.length).toBeGreaterThan(50)
    expect(fields.filter((field) => !known.has(field))).toEqual([])
  })

  it('names every error code at least once', () => {
    const named = new Set([
      ...errorsOfEveryCall,
      ...errorsOfNoChannel,
      ...names.flatMap((name) => channelNotes[name].errors),
    ])
    expect(errorCodes.filter((code) => !named.has(code))).toEqual([])
  })
})

test.each(names)('the example of %s is a request that the channel accepts', (channel) => {
  const request = channels[channel].request.strict()
  expect(request.safeParse(channelNotes[channel].example).error).toBeUndefined()
})

test('no answer and no event has a field for a secret, except for the password of a customer', () => {
  const sent = [...names.map((name) => shapes.calls[name].response), ...Object.values(shapes.events)]
  const fields = new Set<string>()
  for (const shape of sent) findFields(shape, new Set(), fields)
  expect(fields).toContain('hasToken')
  const suspect = [...fields].filter((field) => /token|pass|secret|credential|proxyLogIn$/i.test(field))
  expect(suspect.toSorted()).toEqual([
    'hasProxyLogIn',
    'hasToken',
    'leavesProxyLogIn',
    'leavesToken',
    'password',
    'passwordsOnHandouts',
  ])
})

test('only the answers to draft.read and job.read have a field for a password', () => {
  const told = names.filter((name) => {
    const fields = new Set<string>()
    findFields(shapes.calls[name].response, new Set(), fields)
    return fields.has('password')
  })
  expect(told).toEqual(['draft.read', 'job.read'])
})

describe('the renamed entries of the bridge', () => {
  it('are listed in a table, the old name beside the new one', () => {
    const text = writeRenamedNames([{ kind: 'channel', old: 'work.list', name: 'job.list', since: '0.2.0' }])
    expect(text).toContain('| channel | `work.list` | `job.list` | 0.2.0 |')
    expect(text).not.toContain('No name has changed')
  })

  it('are replaced by a sentence if there are none', () => {
    expect(writeRenamedNames([])).toContain('No name has changed since version 0.1.0.')
  })

  it('exist only under their new name', () => {
    const now: Readonly<Record<RenamedName['kind'], readonly string[]>> = {
      channel: names,
      event: Object.keys(events),
      setting: Object.keys({ ...connectionSchema.shape, ...preferencesSchema.shape }),
    }
    expect(renamedNames.filter(({ kind, old }) => now[kind].includes(old))).toEqual([])
  })
})

describe('a shape on the bridge page', () => {
  const write = createShapeWriter({
    ...shapes,
    named: new Map([
      ['Colour', { file: '', shape: { type: 'string', enum: ['red', 'blue'] } }],
      ['Name', { file: '', shape: { type: 'string', maxLength: 9 } }],
    ]),
  })
  const text: Shape = { type: 'string' }
  const cases: readonly (readonly [string, Shape])[] = [
    ['{}', { type: 'object', properties: {} }],
    ['{ a: string; b?: int }', { type: 'object', properties: { a: text, b: { type: 'integer' } }, required: ['a'] }],
    ['{ a, b?: string }', { type: 'object', properties: { a: text, b: text }, required: ['a'] }],
    ['{ on?: boolean = false }', { type: 'object', properties: { on: { type: 'boolean', default: false } } }],
    ['string(1..64)', { type: 'string', minLength: 1, maxLength: 64 }],
    ['string(base64, ..8)', { type: 'string', format: 'base64', pattern: '^[A-Z]*$', maxLength: 8 }],
    ['string(/^[0-9]+$/)', { type: 'string', pattern: '^[0-9]+$' }],
    ['int(0..)', { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
    ['number(0.5..2)', { type: 'number', minimum: 0.5, maximum: 2 }],
    ["'a' | null", { anyOf: [{ const: 'a' }, { type: 'null' }] }],
    ["('a' | 'b')[1..2]", { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2 }],
    ['{ [string]: string }', { type: 'object', propertyNames: text, additionalProperties: text }],
    ['string(..9)', { $ref: '#/$defs/Name' }],
    ['Colour', { $ref: '#/$defs/Colour' }],
  ]

  it.each(cases)('is written %s', (written, shape) => {
    expect(write(shape).text).toBe(written)
  })

  it('lists the names that it refers to', () => {
    expect(write({ type: 'array', items: { $ref: '#/$defs/Colour' } })).toEqual({ text: 'Colour[]', names: ['Colour'] })
  })

  it('is divided into lines if it would be too wide', () => {
    const names = Array.from({ length: 30 }, (_, index) => `a-long-name-${index}`)
    const lines = write({ type: 'object', properties: { a: { type: 'string', enum: names }, b: text } }).text.split(
      '\n',
    )
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.filter((line) => line.length > 110)).toEqual([])
  })
})

/** Whether a line of the page is prose and no row of a table. */
const isSentence = (line: string): boolean => /^\w/.test(line)

/** The names of all fields in a shape, and in those that it names. */
function findFields(shape: Shape, seen: Set<string>, found: Set<string>): void {
  JSON.stringify(shape, (key, value: unknown) => {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
    if (key === '$ref') {
      const name = String(value).split('/').at(-1) ?? ''
      if (!seen.has(name)) {
        seen.add(name)
        findFields(shapes.named.get(name)?.shape ?? {}, seen, found)
      }
    }
    return value
  })
}

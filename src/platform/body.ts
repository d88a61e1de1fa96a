import type { Json } from './answer.ts'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** Marks an attribute until it is known what stands beside it. */
const attribute = '@'

/** The text of an element that has attributes as well. */
const ownText = '#text'

/** Values stay text: a MAC address of digits alone would lose its zeros as a number. */
const options = {
  ignoreAttributes: false,
  attributeNamePrefix: attribute,
  textNodeName: ownText,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
  maxNestedTags: 60,
  /** Only for `&#65;` and its like; a document that declares entities is not read at all. */
  htmlEntities: true,
} as const

/** Attributes of XML itself, which tell nothing of the content. */
const ofXml = /^@(?:xmlns|schemaLocation|noNamespaceSchemaLocation|lang|space|base)$/

/** Elements that hold a list: with nothing in them the list is empty, which is an answer. */
const list =
  /^arrayof|list$|^(?:(?:mac|device)?addresses|macs|(?:user|customer)?devices|boxes|customers|users|subscribers|clients|accounts|members|results|items|records|rows|entries|elements)$/i
/**
 * What a body turned out to be. `text`: words, without quotes around them. `html`: a page, of a proxy, a portal or a server in
 * trouble, never of the platform's operation. `broken`: began as JSON or XML and is not, cut short for one.
 */
export type Body =
  | { readonly kind: 'empty' | 'html' | 'broken' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly data: Json }

/** Layers of text around JSON that are taken off: clients saw one (What clients saw), a proxy may add its own. */
const maxLayers = 2

/** Deeper is nothing that a platform says of a customer, and walking it could exhaust the stack. */
const maxDepth = 60

/** A whole page, or a piece of one as small servers write it. */
const isPage = /<(?:!doctype\s+html|html)\b/i
const startsAsPage = /^<(?:head|body|h[1-6]|p|div|center|title|meta|script|style|span|pre|br|hr|table|form)\b/i

/** Elements that say nothing but what their text says; of any other the name is part of what is told. */
const plainElement =
  /^(?:string|text|boolean|bool|int|integer|long|decimal|double|anytype|\w*(?:result|response|return|answer|reply|output)|data|value|body|message|msg|success|ok)$/i

/** Reads a body by what it holds; the content type is often wrong. */
export function readBody(text: string): Body {
  return readLayer(text, maxLayers)
}

function readLayer(text: string, layers: number): Body {
  const body = text.replace(/^\uFEFF/, '').trim()
  if (body === '') return { kind: 'empty' }
  if (body.startsWith('<')) return readMarkup(body, layers)
  if (!/^(?:[[{"]|-?\d|true$|false$|null$)/.test(body)) return { kind: 'text', text: trimText(text) }
  const parsed = parseJson(body)
  if (parsed === undefined)
    return readLines(body) ?? (/^[[{"]/.test(body) ? { kind: 'broken' } : { kind: 'text', text: trimText(text) })
  return typeof parsed === 'string' ? readInner(parsed, layers) : asData(parsed)
}

/** A tab at the end of a row is an empty value, and stays. */
const trimText = (text: string): string => text.replace(/^[\uFEFF\s]+|[ \r\n]+$/g, '')

/** A list with an object of JSON on each line, or with an object that tells of the texts on the lines below it. */
function readLines(body: string): Body | undefined {
  if (!/^\{.*\}\s*\n\s*[{"]/.test(body)) return undefined
  const [head, ...records] = body.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
  const areAlike = records.every(isObject) || records.every((record) => typeof record === 'string')
  return isObject(head) && areAlike ? asData([head, ...(records as Json[])]) : undefined
}

/** A text that was carried inside JSON or XML: more JSON or XML, or words. */
function readInner(text: string, layers: number): Body {
  const inner = text.trim()
  if (inner === '') return { kind: 'empty' }
  return layers > 0 && /^[[{"<]/.test(inner) ? readLayer(inner, layers - 1) : { kind: 'text', text: trimText(text) }
}

function readMarkup(body: string, layers: number): Body {
  if (startsAsPage.test(body) || isPage.test(body.slice(0, 2048))) return { kind: 'html' }
  const parsed = parseXml(body)
  if (parsed === undefined) return { kind: 'broken' }
  const only = isObject(parsed) ? Object.entries(parsed) : []
  const [root, content] = only.length === 1 && only[0] !== undefined ? only[0] : ['', parsed]
  if (Array.isArray(content)) return asData(content)
  if (typeof content !== 'string' || (content !== '' && !plainElement.test(root))) return asData(parsed)
  return readInner(content, layers)
}

function asData(data: Json): Body {
  return isTooDeep(data) ? { kind: 'broken' } : { kind: 'data', data }
}

function parseJson(text: string): Json | undefined {
  try {
    if (namesTwice(text)) return undefined
    return (/\d{16}/.test(text) ? JSON.parse(text, keepLongNumber) : JSON.parse(text)) as Json
  } catch {
    return undefined
  }
}

/** A number too large to be exact, a long user id for one, stays the text it was. */
function keepLongNumber(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
}

function isTooDeep(data: Json): boolean {
  let level: readonly Json[] = [data]
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.flatMap(childrenOf)
    if (level.length === 0) return false
  }
  return true
}

function childrenOf(data: Json): readonly Json[] {
  if (Array.isArray(data)) return data as readonly Json[]
  return isObject(data) ? Object.values(data) : []
}

/** An object and not an array. */
export function isObject(data: Json | undefined): data is { readonly [key: string]: Json } {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/**
 * Whether an object of this JSON has a name twice. Parsed, the last of them would hide the others: a list that maps user IDs to
 * customers would lose those that share one, and a flag could be read either way.
 */
function namesTwice(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  for (const [token, colon] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (colon !== undefined) {
      const names = open.at(-1)
      const name = token.slice(0, token.lastIndexOf('"') + 1)
      if (names?.has(name) === true) return true
      names?.add(name)
    }
  }
  return false
}

/**
 * XML as an object keyed by its root element, repeated elements as arrays, an element that holds a list and is empty as an
 * empty array. An attribute counts like an element of its name. Undefined when cut short, malformed or unsafe.
 */
function parseXml(text: string): Json | undefined {
  if (/<!(?:doctype|entity)/i.test(text)) return undefined
  try {
    if (XMLValidator.validate(text) !== true) return undefined
    const parsed: unknown = new XMLParser(options).parse(text)
    return tidy(parsed as Json, '')
  } catch {
    return undefined
  }
}

function tidy(value: Json, name: string): Json {
  if (value === '') return list.test(name) ? [] : ''
  if (Array.isArray(value)) return (value as readonly Json[]).map((element) => tidy(element, ''))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !ofXml.test(key))
  if (entries.some(([key, told]) => key === '@nil' && told === 'true')) return null
  const own = entries.filter(([key, told]) => !(key === '@type' && /:/.test(typeof told === 'string' ? told : '')))
  const [only] = own
  if (only === undefined) return tidy('', name)
  // `<status value="Active"/>` is another way to write `<status>Active</status>`.
  if (own.length === 1 && (only[0] === ownText || only[0] === '@value')) return only[1]
  return Object.fromEntries(own.flatMap(([key, told]) => namedParts(key, told)))
}

/** What an attribute, a text or an element comes to. `<field name="status" value="Active"/>` is a status. */
function namedParts(key: string, told: Json): readonly (readonly [string, Json])[] {
  if (key.startsWith(attribute)) return [[key.slice(1), told]]
  if (key === ownText) return [['text', told]]
  const fields = (Array.isArray(told) ? (told as readonly Json[]) : [told]).map(fieldOf)
  const known = fields.filter((field) => field !== undefined)
  const names = new Set(known.map(([name]) => name))
  return known.length === fields.length && names.size === known.length ? known : [[key, tidy(told, key)]]
}

/** The name and the value of an element that consists of these two attributes. */
function fieldOf(element: Json): readonly [string, Json] | undefined {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return undefined
  const { '@name': name, '@value': value, ...more } = element as { readonly [key: string]: Json }
  return typeof name === 'string' && value !== undefined && Object.keys(more).length === 0 ? [name, value] : undefined
}

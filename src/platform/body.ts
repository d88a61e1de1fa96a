import { cutEnd, type Json } from './answer.ts'
import { XMLParser, XMLValidator } from 'fast-xml-parser'

const attribute = '@'

const ownText = '#text'

/** Options of the XML parser. Values stay text, because a MAC address of digits would lose its leading zeros as a number. */
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
  /** Decodes only character references such as `&#65;`. A document that declares entities is rejected. */
  htmlEntities: true,
} as const

/** Attributes that are part of XML itself and not of the content. */
const ofXml = /^@(?:xmlns|schemaLocation|noNamespaceSchemaLocation|lang|space|base)$/

/** The names of elements that hold a list. An empty element with such a name is an empty list, which is a valid answer. */
const list =
  /^arrayof|list$|^(?:(?:mac|device)?addresses|macs|(?:user|customer)?devices|boxes|customers|users|subscribers|clients|accounts|members|results|items|records|rows|entries|elements)$/i
/**
 * A body, classified by its content. `text`: plain text without quotes around it. `html`: a page from a proxy, a portal or a failing
 * server, never from an operation, or the JSON in which a network asks for a log-in. `broken`: the body starts like JSON or XML but does not parse, for example because the body was cut
 * short. A body with too much data is `broken`, too.
 */
export type Body =
  | { readonly kind: 'empty' | 'html' | 'broken' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly data: Json }

/** How many times JSON or XML in a text is unpacked. Clients saw one layer (What clients saw), and a proxy may add another. */
const maxLayers = 2

/** The deepest nesting that is read. No answer about a customer is deeper, and recursion could exhaust the stack. */
const maxDepth = 60

/** The most values that are read. No list of customers or boxes has more. A body full of empty lists could exhaust the memory. */
const mostValues = 1_000_000

/** Matches a whole HTML page. Small servers send only fragments of a page, which `startsAsPage` matches. */
const isPage = /<(?:!doctype\s+html|html)\b/i
const startsAsPage =
  /^<(?:head|body|h[1-6]|p|div|center|title|meta|script|noscript|style|span|pre|br|hr|table|form|font|strong|iframe|img|link)\b|^<a\s/i

/** Comments and declarations before the first element. */
const prologue = /^(?:<!--[^]*?-->|<\?[^]*?\?>|\s)+/

/** Matches the name of an element if the name adds nothing to the element's text. Any other name is part of the answer. */
const plainElement =
  /^(?:string|text|boolean|bool|int|integer|long|decimal|double|anytype|\w*(?:result|response|return|answer|reply|output)|data|value|body|message|msg|success|ok)$/i

/** Reads a body by its content, because the content type in the headers is often wrong. */
export function readBody(text: string): Body {
  return readLayer(text, maxLayers)
}

/** The HTTP status with which a network asks for a log-in. Platforms do not use it. */
export const networkLogIn = 511

/**
 * Whether an answer comes from something between Setdesk and the platform, such as a proxy or the log-in page of a network: a page or a
 * redirect. An operation itself sends neither (What clients saw).
 */
export const isFromBetween = ({
  status = 0,
  raw,
}: {
  readonly status?: number | undefined
  readonly raw: string
}): boolean => (status >= 300 && status < 400) || status === networkLogIn || readBody(raw).kind === 'html'

function readLayer(text: string, layers: number): Body {
  const body = text.replace(/^\uFEFF/, '').trim()
  if (body === '') return { kind: 'empty' }
  if (body.startsWith('<')) return readMarkup(body, layers)
  if (!/^(?:[[{"]|-?\d|true$|false$|null$)/.test(body)) return { kind: 'text', text: trimText(text) }
  const parsed = parseJson(body)
  if (parsed === undefined)
    return readLines(body) ?? (/^[[{"]/.test(body) ? { kind: 'broken' } : { kind: 'text', text: trimText(text) })
  // RFC 8908: the network asks for a log-in.
  if (isObject(parsed) && parsed['captive'] === true) return { kind: 'html' }
  return typeof parsed === 'string' ? readInner(parsed, layers) : asData(parsed)
}

/** Trims the text, but keeps a tab at the end of a row, because such a tab marks an empty value. */
const trimText = (text: string): string => cutEnd(text.replace(/^[\uFEFF\s]+/, ''), /[ \r\n]/)

/** Reads a list with one JSON object on each line, or a head object followed by one JSON text on each line. */
function readLines(body: string): Body | undefined {
  if (!/^\{.*\}[^\S\n]*\n\s*[{"]/.test(body)) return undefined
  const [head, ...records] = body.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseJson(line)]))
  const areAlike = records.every(isObject) || records.every((record) => typeof record === 'string')
  return isObject(head) && areAlike ? asData([head, ...(records as Json[])]) : undefined
}

/** Reads a text that was inside JSON or XML. The inner text may itself be JSON, XML or plain text. */
function readInner(text: string, layers: number): Body {
  const inner = text.trim()
  if (inner === '') return { kind: 'empty' }
  return layers > 0 && /^[[{"<]/.test(inner) ? readLayer(inner, layers - 1) : { kind: 'text', text: trimText(text) }
}

function readMarkup(body: string, layers: number): Body {
  const start = body.replace(prologue, '')
  if (startsAsPage.test(start) || isPage.test(start.slice(0, 2048))) return { kind: 'html' }
  const parsed = parseXml(body)
  if (parsed === undefined) return { kind: 'broken' }
  const only = isObject(parsed) ? Object.entries(parsed) : []
  const [root, content] = only.length === 1 && only[0] !== undefined ? only[0] : ['', parsed]
  if (Array.isArray(content)) return asData(content)
  if (typeof content !== 'string' || (content !== '' && !plainElement.test(root))) return asData(parsed)
  return readInner(content, layers)
}

function asData(data: Json): Body {
  return isTooLarge(data) ? { kind: 'broken' } : { kind: 'data', data }
}

function parseJson(text: string): Json | undefined {
  try {
    if (namesTwice(text)) return undefined
    return (/\d{16}/.test(text) ? JSON.parse(text, keepLongNumber) : JSON.parse(text)) as Json
  } catch {
    return undefined
  }
}

/** Keeps a number as text if a JavaScript number cannot hold it exactly, such as a long user ID. */
function keepLongNumber(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
}

function isTooLarge(data: Json): boolean {
  let level: readonly Json[] = [data]
  let values = 0
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.flatMap(childrenOf)
    if (level.length === 0) return false
    values += level.length
    if (values > mostValues) return true
  }
  return true
}

function childrenOf(data: Json): readonly Json[] {
  if (Array.isArray(data)) return data as readonly Json[]
  return isObject(data) ? Object.values(data) : []
}

export function isObject(data: Json | undefined): data is { readonly [key: string]: Json } {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/**
 * Whether an object in this JSON has the same name twice. `JSON.parse` would keep only the last value. A map of user IDs to customers would
 * then lose customers, and a flag could be read either way. The search goes from one quote or bracket to the next. One pattern for the
 * whole text would take 8 bytes per character, and V8 gives up at 64 MB.
 */
function namesTwice(json: string): boolean {
  const open: (Set<string> | undefined)[] = []
  let start: number | undefined
  for (const { 0: sign, index } of json.matchAll(/\\.|["{}[\]]/g)) {
    if (start !== undefined) {
      if (sign !== '"') continue
      const text = json.slice(start, index)
      start = undefined
      if (!isName(json, index + 1)) continue
      const names = open.at(-1)
      if (names?.has(text) === true) return true
      names?.add(text)
    } else if (sign === '"') start = index
    else if (sign === '{') open.push(new Set())
    else if (sign === '[') open.push(undefined)
    else if (sign === '}' || sign === ']') open.pop()
  }
  return false
}

/** Whether the text that ends before `at` is a name. A name is followed by a colon. */
function isName(json: string, at: number): boolean {
  beforeColon.lastIndex = at
  return beforeColon.test(json)
}

const beforeColon = /\s*:/y

/**
 * Parses XML to an object whose only key is the root element. Repeated elements become an array. An empty element with the name of a list
 * becomes an empty array. An attribute counts like an element of the same name. Undefined if the XML is cut short, malformed or unsafe.
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

/**
 * The fields that an attribute, a text or an element represents. `<field name="status" value="Active"/>` is the field `status`. A repeated
 * name becomes a list, like a repeated element.
 */
function namedParts(key: string, told: Json): readonly (readonly [string, Json])[] {
  if (key.startsWith(attribute)) return [[key.slice(1), told]]
  if (key === ownText) return [['text', told]]
  const fields = (Array.isArray(told) ? (told as readonly Json[]) : [told]).map(fieldOf)
  const known = fields.filter((field) => field !== undefined)
  if (known.length < fields.length) return [[key, tidy(told, key)]]
  const byName = Map.groupBy(known, ([name]) => name)
  return [...byName].map(([name, same]) => {
    const values = same.map(([, value]) => value)
    return [name, values.length === 1 ? (values[0] ?? null) : values]
  })
}

/** The name and the value of an element that has exactly the attributes `name` and `value`. Undefined for any other element. */
function fieldOf(element: Json): readonly [string, Json] | undefined {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return undefined
  const { '@name': name, '@value': value, ...more } = element as { readonly [key: string]: Json }
  return typeof name === 'string' && value !== undefined && Object.keys(more).length === 0 ? [name, value] : undefined
}

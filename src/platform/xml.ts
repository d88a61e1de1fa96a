import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Json } from './answer.ts'

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
 * XML as an object keyed by its root element, repeated elements as arrays, an element that holds a list and is empty as an
 * empty array. An attribute counts like an element of its name. Undefined when cut short, malformed or unsafe.
 */
export function parseXml(text: string): Json | undefined {
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

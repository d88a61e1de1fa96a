import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Json } from './answer.ts'

/** Values stay text: a MAC address of digits alone would lose its zeros as a number. */
const options = {
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: true,
  maxNestedTags: 60,
  /** Only for `&#65;` and its like; a document that declares entities is not read at all. */
  htmlEntities: true,
} as const

/** XML as an object keyed by its root element, repeated elements as arrays; undefined when cut short, malformed or unsafe. */
export function parseXml(text: string): Json | undefined {
  if (/<!(?:doctype|entity)/i.test(text)) return undefined
  try {
    if (XMLValidator.validate(text) !== true) return undefined
    const parsed: unknown = new XMLParser(options).parse(text)
    return parsed as Json
  } catch {
    return undefined
  }
}

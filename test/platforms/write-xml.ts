import { wrapBody } from './wrap-body.ts'
import type { Leaf, PlatformDescription } from './description.ts'
import type { Body, Field, Tree } from './tree.ts'

const soap = 'http://schemas.xmlsoap.org/soap/envelope/'
const instance = 'http://www.w3.org/2001/XMLSchema-instance'

/** An answer as XML, with its values in elements or in attributes. */
export function writeXml(body: Body, description: PlatformDescription, number: number, operation: string): string {
  const { encoding, names, envelope } = description
  const head = encoding.xml.hasDeclaration ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''
  const finish = (content: string): string =>
    `${head}${
      envelope.kind === 'soap'
        ? `<soap:Envelope xmlns:soap="${soap}"><soap:Body>${content}</soap:Body></soap:Envelope>`
        : content
    }`
  switch (body.kind) {
    case 'empty':
      return ''
    case 'page':
      return body.text
    case 'words':
      return encoding.areWordsQuoted || envelope.kind === 'soap'
        ? finish(`<${names.root}>${escape(String(body.text))}</${names.root}>`)
        : String(body.text)
    case 'fault':
      return finish(
        `<soap:Fault><faultcode>${escape(body.code)}</faultcode><faultstring>${escape(body.text)}</faultstring></soap:Fault>`,
      )
    case 'outcome':
    case 'record':
    case 'list':
    case 'nothing': {
      const { root, tree } = wrapBody(body, description, number)
      const content = writeElement(root, tree, description, true)
      return finish(envelope.kind === 'soap' ? `<${operation}Response>${content}</${operation}Response>` : content)
    }
  }
}

function writeElement(name: string, tree: Tree, description: PlatformDescription, isRoot = false, key = ''): string {
  const { encoding, xml } = description.encoding
  const start = `${name}${key}`
  if (tree === null || typeof tree !== 'object') {
    if (encoding === 'xml-attributes' && !isRoot && xml.attributes !== 'record')
      return xml.attributes === 'value'
        ? `<${start} value="${escape(asText(tree))}"/>`
        : `<field name="${escape(name)}" value="${escape(asText(tree))}"/>`
    return writeLeaf(start, name, tree, description)
  }
  if (tree.kind === 'fields') {
    const isInAttributes = encoding === 'xml-attributes' && xml.attributes === 'record'
    const attributes = isInAttributes ? tree.fields.filter(isScalar) : []
    const children = isInAttributes ? tree.fields.filter((field) => !isScalar(field)) : tree.fields
    const written = attributes
      .filter(([, value]) => value !== null)
      .map(([attribute, value]) => ` ${attribute}="${escape(asText(value as Leaf))}"`)
    return closeElement(
      `${start}${written.join('')}`,
      name,
      children.map((field) => writeField(field, description)).join(''),
    )
  }
  return closeElement(start, name, writeItems(tree, description))
}

/** A list in a record is an element of its own, or its items are repeated without one. */
function writeField([name, tree]: Field, description: PlatformDescription): string {
  const isList = typeof tree === 'object' && tree !== null && tree.kind === 'list'
  if (isList && description.encoding.xml.lists === 'repeated') return writeItems(tree, description)
  return writeElement(name, tree, description)
}

function writeItems(tree: Extract<Tree, { kind: 'list' | 'map' }>, description: PlatformDescription): string {
  const { encoding, xml } = description.encoding
  const { deviceIdentifier } = description.names
  if (tree.kind === 'map')
    return tree.entries
      .map(([key, value]) => writeElement(tree.item, value, description, false, ` key="${escape(key)}"`))
      .join('')
  const isInAttributes = encoding === 'xml-attributes' && xml.attributes === 'record'
  return tree.items
    .map((item) => {
      const isLeaf = item === null || typeof item !== 'object'
      return isLeaf && isInAttributes
        ? `<${tree.item} ${deviceIdentifier}="${escape(asText(item))}"/>`
        : writeElement(tree.item, item, description)
    })
    .join('')
}

function writeLeaf(start: string, name: string, leaf: Leaf, { encoding: { xml } }: PlatformDescription): string {
  if (leaf === null) return xml.nil === 'xsi' ? `<${start} xmlns:xsi="${instance}" xsi:nil="true"/>` : `<${start}/>`
  const text = asText(leaf)
  const isRaw = xml.hasCdata && /[^\w .:/-]/.test(text) && !text.includes(']]>')
  return closeElement(start, name, isRaw ? `<![CDATA[${text}]]>` : escape(text))
}

function closeElement(start: string, name: string, content: string): string {
  return content === '' ? `<${start}/>` : `<${start}>${content}</${name}>`
}

function isScalar([, value]: Field): boolean {
  return value === null || typeof value !== 'object'
}

function asText(leaf: Leaf): string {
  return leaf === null ? '' : String(leaf)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

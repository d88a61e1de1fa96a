import type { LabelCode, LabelRole } from './label.ts'

/** Separates the elements of a GS1 code: FNC1, as scanners send it. */
const separator = '\u001D'
const gs1Symbologies: ReadonlySet<string> = new Set([']C1', ']d2', ']Q3', ']e0'])

/** Application identifiers on the labels of boxes: the length of the value, and its role. */
const identifiers: readonly { readonly id: string; readonly length: number | 'open'; readonly role?: LabelRole }[] = [
  { id: '00', length: 18 },
  { id: '01', length: 14, role: 'ean' },
  { id: '02', length: 14, role: 'ean' },
  { id: '10', length: 'open' },
  ...['11', '12', '13', '15', '16', '17'].map((id) => ({ id, length: 6 })),
  { id: '20', length: 2 },
  { id: '21', length: 'open', role: 'serial' },
  { id: '240', length: 'open', role: 'model' },
  { id: '241', length: 'open' },
  { id: '250', length: 'open' },
  { id: '30', length: 'open' },
  { id: '37', length: 'open' },
  { id: '400', length: 'open' },
  ...['90', '91', '92', '93', '94', '95', '96', '97', '98', '99'].map((id) => ({ id, length: 'open' as const })),
]

/** An element of a GS1 code; without a role if its identifier says nothing about the box. */
export interface Gs1Element {
  readonly text: string
  readonly role?: LabelRole
}

/** The elements of a code in GS1 syntax; undefined if it is not one, or if it ends in the middle of an element. */
export function readGs1({ text, aim = '' }: LabelCode): readonly Gs1Element[] | undefined {
  if (/^\(\d{2,4}\)/.test(text)) return readBracketed(text)
  const isTold = gs1Symbologies.has(aim) || text.startsWith(separator)
  return isTold || text.includes(separator) ? readPlain(text) : undefined
}

/** As printed under the bars: identifiers in brackets. */
function readBracketed(text: string): readonly Gs1Element[] | undefined {
  const found = [...text.matchAll(/\((\d{2,4})\)([^()]+)/g)]
  if (found.map(([whole]) => whole).join('') !== text) return undefined
  return found.map(([, id, value = '']) => elementOf(identifiers.find((known) => known.id === id)?.role, value))
}

function readPlain(text: string): readonly Gs1Element[] | undefined {
  const elements: Gs1Element[] = []
  let rest = text
  while (rest !== '') {
    if (rest.startsWith(separator)) {
      rest = rest.slice(1)
      continue
    }
    const known = identifiers.find(({ id }) => rest.startsWith(id))
    if (known === undefined) return undefined
    const body = rest.slice(known.id.length)
    const value = known.length === 'open' ? (body.split(separator, 1)[0] ?? '') : body.slice(0, known.length)
    if (value === '' || (known.length !== 'open' && value.length < known.length)) return undefined
    elements.push(elementOf(known.role, value))
    rest = body.slice(value.length)
  }
  return elements.length > 0 ? elements : undefined
}

const elementOf = (role: LabelRole | undefined, value: string): Gs1Element => {
  const text = value.trim()
  return role === undefined ? { text } : { text, role }
}

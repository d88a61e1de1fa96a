import { sortLabel } from '../../../src/shared/domain/label/sort-label.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { judge, type Target } from './target.ts'

const pieces = [
  'MAC:',
  'SN=',
  'MODEL ',
  'WIFI MAC:',
  '\u001D',
  '(21)',
  '(01)',
  '01',
  ';',
  '\n',
  '"',
  '{',
  '%',
  '%41',
  'http://x/?mac=',
  '00:1A:79:AA:BB:CC',
  '4006381333931',
  '00Ö1AÖ79Ö4CÖ00Ö01',
  'OO1A79AABBCC',
  'Ж',
  '\u0000',
  '\u202E',
]
const signs = '0123456789ABCDEFabcdefGHOIQSL:-. _/()[]&=#'

/** Sorts generated scans: none may cause an exception, and every result must occur in the scan. */
export const labels: Target = (options) => {
  const { seed, size = 1_000_000 } = options
  const draw = createDraw(seed)
  const wrong: string[] = []
  let boxes = 0
  for (let number = 0; number < size && wrong.length < 20; number += 1) {
    const codes = Array.from({ length: 1 + Math.floor(draw() * 4) }, () => codeOf(draw))
    const fault = sortOne(codes)
    if (fault === 'box') boxes += 1
    else if (fault !== undefined) wrong.push(`${JSON.stringify(codes)}: ${fault}`)
  }
  const result = judge('labels', options, {
    figure: `${size} labels, ${boxes} with a box, ${wrong.length} wrong`,
    bound: 'no crash, and no part and no identifier that is not in the scan',
    wrong,
  })
  return Promise.resolve(result)
}

function codeOf(draw: () => number): string {
  return Array.from({ length: 1 + Math.floor(draw() * 4) }, () =>
    draw() < 0.6
      ? (pieces[Math.floor(draw() * pieces.length)] ?? '')
      : Array.from({ length: 1 + Math.floor(draw() * 16) }, () => signs[Math.floor(draw() * signs.length)]).join(''),
  ).join('')
}

function sortOne(codes: readonly string[]): string | undefined {
  try {
    const { parts, identifier } = sortLabel(
      codes.map((text) => ({ text })),
      { patterns: [], habits: [] },
    )
    const grounds = codes.map((code) => `${code}\n${decoded(code)}`)
    const madeUp = parts.find(({ text, code }) => !(grounds[code] ?? '').includes(text))
    if (madeUp !== undefined) return `the part ${madeUp.text} is made up`
    if (identifier === undefined) return undefined
    return grounds.some((ground) => plain(ground).includes(plain(identifier.value)))
      ? 'box'
      : `the identifier ${identifier.value} is made up`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const decoded = (text: string): string =>
  [...(URL.parse(text)?.searchParams ?? [])].map((pair) => pair.join('=')).join('\n')

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase()

import type { LabelRole } from './label.ts'

/** The keys that labels print before values. Of several MAC addresses the wired one is the box's; a radio's is `rest`. */
const keys: readonly { readonly role: LabelRole; readonly words: readonly string[] }[] = [
  {
    role: 'rest',
    words: [
      'WI-?FI MAC',
      'WLAN MAC',
      'BT MAC',
      'BLUETOOTH MAC',
      'SSID',
      'PASSWORD',
      'PASS',
      'KEY',
      'PIN',
      'HW',
      'FW',
      'DATE',
    ],
  },
  {
    role: 'mac',
    words: ['(?:(?:WAN|LAN|ETH(?:ERNET)?|STB|CM) ?)?MAC(?: ?(?:ADDRESS|ADDR|ID))?(?: ?ETH0?)?', 'ETHERNET(?: ID)?'],
  },
  {
    role: 'serial',
    words: ['S/N', '(?:STB ?)?SN', 'SERIAL(?: ?(?:NUMBER|NUM|NO\\.?|NR\\.?))?', 'SER\\. ?NO\\.?'],
  },
  { role: 'model', words: ['MODEL(?: ?(?:NAME|NUMBER|NO\\.?|NR\\.?))?', 'MDL', 'M/N', 'TYPE', 'DEVICE'] },
  { role: 'ean', words: ['EAN', 'GTIN', 'UPC'] },
]
const oneKey = keys.map(({ words }) => `(${words.join('|').replaceAll(' ', '[ _-]')})`).join('|')
/** A key with the separator before its value. An optional quote on either side makes JSON readable as well. */
const keyed = new RegExp(`(?<![0-9A-Za-z])"?(?:${oneKey})"?\\s*(?:[:=#]|\\s(?=\\S))\\s*"?`, 'gi')
const strictKeyed = new RegExp(keyed.source.replace('|\\s(?=\\S)', ''), 'gi')
const valueEnd = /[;,|&"'{}<>\n\r\t]/

/** A value with the role of the key before it. */
export interface KeyedValue {
  readonly role: LabelRole
  readonly text: string
}

/** The values of a code with keys, such as `MAC:…;SN:…`, lines, JSON or a URL with a query; empty if there are no keys. */
export function readKeyed(code: string): readonly KeyedValue[] {
  const text = /^https?:\/\//i.test(code) ? readQuery(code) : code
  const plain = [...text.matchAll(strictKeyed)]
  // A key with only a blank after it counts only at the start of the code.
  const first = plain.length === 0 ? [...text.matchAll(keyed)].filter(({ index }) => index === 0) : plain
  return first.flatMap((match, index) => {
    const from = match.index + match[0].length
    const body = text.slice(from, first[index + 1]?.index ?? text.length)
    const value = (body.split(valueEnd, 1)[0] ?? '').trim()
    const role = keys[match.slice(1).findIndex((group) => group !== undefined)]?.role
    return value === '' || role === undefined ? [] : [{ role, text: value }]
  })
}

/** The query of a URL as lines, decoded. */
function readQuery(address: string): string {
  const query = URL.parse(address)?.searchParams
  return query === undefined ? address : [...query].map(([key, value]) => `${key}=${value}`).join('\n')
}

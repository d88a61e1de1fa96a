import { type DeviceIdentifier, identifierKey, readDeviceIdentifier } from '../device-identifier.ts'
import {
  isGtin,
  type LabelCode,
  type LabelHabit,
  type LabelKnowledge,
  type LabelPart,
  type LabelReason,
  labelReasons,
  type LabelRole,
  matchPattern,
} from './label.ts'
import { type LayoutPair, readByPair } from './keyboard-layout.ts'

const radio =
  '(?:WI ?FI\\d?|W(?:IRELESS(?: ?LAN)?| ?LAN\\d?|L)?|BT|BLE|BLUETOOTH|RF(?:4CE)?|RADIO|P2P|THREAD|ZIGBEE|AP|ROUTER|5G(?:HZ)?|2\\.4G(?:HZ)?)'
const otherPart = '(?:(?:SMART ?)?CARD|CAS?|CHIP|[GX]?PON|SIM|HDD|DISK|BATTERY|REMOTE|RCU|PSU|ADAPTER|MODEM|ROUTER)'
const macWords = 'MAC[12]?(?: ?(?:ADD(?:RESS|R)?\\.?|ADRES(?:SE|I)|ID|АДРЕС|地址))?'
const addressWords = `${macWords}(?: ?\\(?(?:E|ETH(?:ERNET)?0?|WAN|LAN)\\)?)?`
const serialWords =
  'S/N|N/S|SN|NS|SERI(?:AL|EN)?(?: ?(?:NUMBER|NUMMER|NUM|NO\\.?|NR\\.?))?|SER\\. ?N[OR]\\.?|N(?:[°ºO]\\.?|[UÚ]M[EÉ]RO)? ?(?:DE ?)?S[EÉ]RIE|الرقم التسلسلي|СЕРИЙНЫЙ НОМЕР|序列号'

/**
 * The keys that labels print before values, as patterns. A blank also stands for other signs between words. If a label has several MAC
 * addresses, the address of the wired interface belongs to the box. The address of a radio and the serial number of a part get the role
 * `rest`. `of`: an `other` address, such as that of a modem, belongs to the box only if no other key names an address. A radio is a part,
 * too.
 */
const keys: readonly { readonly role: LabelRole; readonly words: string; readonly of?: 'other' | 'part' }[] = [
  { role: 'rest', words: `${radio} ?${macWords}|${macWords} ?\\(?${radio}\\)?|BSSID`, of: 'part' },
  { role: 'rest', words: 'SSID|PASSWORD|PASS|KEY|PIN|HW|FW|DATE' },
  { role: 'rest', words: `${otherPart} ?(?:${serialWords})`, of: 'part' },
  { role: 'mac', words: `(?:E?(?:CM|MTA)|(?:CABLE ?)?MODEM|[EGX]?PON|HFC) ?${addressWords}`, of: 'other' },
  { role: 'mac', words: `(?:(?:WAN|LAN|E(?:NET)?|ETH(?:ERNET)?|E?STB) ?)?${addressWords}|ETHERNET(?: ID)?` },
  { role: 'serial', words: `(?:STB ?)?(?:${serialWords})|D(?:SN|S/N|SERIAL)` },
  { role: 'model', words: 'MODEL(?: ?(?:NAME|NUMBER|NO\\.?|NR\\.?))?|MDL|M/N|TYPE|DEVICE' },
  { role: 'ean', words: 'EAN|GTIN|UPC' },
]

const oneKey = keys.map(({ words }) => `(${words.replaceAll(' ', '(?:[ _.®™\u2010-\u2013-]{1,2})')})`).join('|')

/** Matches a key and the separator between the key and its value. The optional quotes also match JSON. */
const keyed = new RegExp(`(?<![0-9A-Za-z])"?(?:${oneKey})(?:\\s*")?\\s*(?:[:=#]|\\s(?=\\S))\\s*"?`, 'gi')

const strictKeyed = new RegExp(keyed.source.replace('|\\s(?=\\S)', ''), 'gi')

/** A code that has only a key. Its value is the next code. */
const onlyKey = new RegExp(`^(?:${oneKey})\\s*[:=#]?$`, 'i')

/** The end of an unknown word before the key of an address, such as `Mesh` before `MAC`. A word for `address` says nothing else. */
const wordBefore = /(?<!\p{L})(?!ADRES|DIRECCI|ENDERE|INDIRIZ|ADDRES)\p{L}[\p{L}\d®™]*[ _.-]$/iu

/** The signs after which a value is over, and a word belongs to the next key. */
const signs = /[;,；，|&"'{}<>\n\r\t]/

/** The end of a value: a sign, or a blank before a word with a colon, which is a key that is not known. */
const valueEnd = new RegExp(`${signs.source}|(?<![:\\s])\\s+(?=[A-Z][0-9A-Z/_-]*\\s?[:=])`, 'i')

/** The signs between the values of a code without keys. */
const betweenValues = /[,;|/\t\r\n]+/

/** The character that scanners send for FNC1, which separates the elements of a GS1 code. */
const separator = '\u001D'

const gs1Symbologies: ReadonlySet<string> = new Set([']C1', ']d2', ']Q3', ']e0'])

/**
 * GS1 application identifiers on box labels, with the value's length and its role. A pallet, a batch, a date, a quantity and an order are
 * `rest`. The identifiers without a role are free for each maker, so their values are judged by their looks.
 */
const identifiers: readonly { readonly id: string; readonly length: number | 'open'; readonly role?: LabelRole }[] = [
  { id: '00', length: 18, role: 'rest' },
  { id: '01', length: 14, role: 'ean' },
  { id: '02', length: 14, role: 'ean' },
  { id: '10', length: 'open', role: 'rest' },
  ...['11', '12', '13', '15', '16', '17'].map((id) => ({ id, length: 6, role: 'rest' as const })),
  { id: '20', length: 2, role: 'rest' },
  { id: '21', length: 'open', role: 'serial' },
  { id: '240', length: 'open', role: 'model' },
  { id: '241', length: 'open', role: 'rest' },
  { id: '250', length: 'open', role: 'rest' },
  { id: '30', length: 'open', role: 'rest' },
  { id: '37', length: 'open', role: 'rest' },
  { id: '400', length: 'open', role: 'rest' },
  ...['90', '91', '92', '93', '94', '95', '96', '97', '98', '99'].map((id) => ({ id, length: 'open' as const })),
]

/** The data identifiers of ISO/IEC 15418 that name something of the box, and their roles. */
const dataIdentifiers: Readonly<Record<string, LabelRole>> = { S: 'serial', '1P': 'model', '23S': 'mac' }

/** The beginning of an envelope (ISO/IEC 15434) with GS1 elements (05) or data identifiers (06). Scanners may leave U+001E out. */
const envelope = /^\[\)>\p{Cc}?(?=0[56]\p{Cc})/u

/** A value of a code. `told`: the role that a key or a GS1 identifier gives the value. */
interface Piece {
  readonly text: string
  readonly aim?: string
  readonly told?: LabelRole
  readonly by?: LabelReason
  readonly of?: 'other' | 'part'
}

/** Makes the piece for an element of a GS1 code. The piece has no role if the element's identifier says nothing about the box. */
const elementOf = (role: LabelRole | undefined, value: string): Piece => ({
  text: value.trim(),
  ...(role && { told: role, by: 'gs1' }),
})

/** The most characters of a code that are read. No label has a longer code. */
const longestCode = 4000
const articleSymbologies: ReadonlySet<string> = new Set([']E0', ']E4', ']E3', ']X0'])

/** Gives each part of a label its role. The text of every part comes from one of the codes. */
export function sortLabel(codes: readonly LabelCode[], knowledge: LabelKnowledge): SortedLabel {
  // A camera may see the codes in any order, so a key belongs to the next code only if keys and values alternate.
  const isPaired = codes.length % 2 === 0 && codes.every(({ text }, index) => onlyKey.test(text) === (index % 2 === 0))
  const all = codes.flatMap((code, index) =>
    takeApart(code, isPaired && index % 2 === 1 ? codes[index - 1]?.text : undefined).map((piece) => ({
      ...piece,
      code: index,
    })),
  )
  const hasOwn = all.some(({ told, of, text }) => told === 'mac' && of !== 'other' && read(text)?.kind === 'mac')
  const pieces = all.map((piece) => (piece.of === 'other' && hasOwn ? { ...piece, told: 'rest' as const } : piece))
  const ofParts = new Set(pieces.flatMap(({ text, of }) => (of === 'part' ? [keyOf(text)] : [])))
  const seen = pieces.filter(
    (piece, index) =>
      piece.text !== '' && pieces.findIndex(({ text, told }) => text === piece.text && told === piece.told) === index,
  )
  const told = seen.find(({ told: role }) => role === 'model')?.text
  const pattern = seen.map(({ text }) => matchPattern(text, knowledge.patterns)).find((match) => match !== undefined)
  const model = told ?? pattern?.model ?? ''
  const parts = seen.map((piece) => {
    const sent = codes[piece.code]?.sent
    const judged = judge(piece, model, knowledge)
    // What one code says of a radio's address or of a part's number also holds for the bare code of this number.
    const role = piece.told === undefined && ofParts.has(keyOf(piece.text)) ? 'rest' : judged.role
    return { ...judged, role, code: piece.code, ...(sent === undefined ? {} : { sent }) }
  })
  return describeLabel(keepBest(parts), model)
}

/** The same for all notations of one identifier. */
function keyOf(text: string): string {
  const identifier = read(text)
  return identifier === undefined ? text : identifierKey(identifier)
}

/** What the parts say about the box. `identifier`: the box's MAC address, or the serial number if the label has no MAC address. */
export function describeLabel(parts: readonly LabelPart[], fallbackModel = '') {
  const textOf = (role: LabelRole): string | undefined => parts.find((part) => part.role === role)?.text
  const mac = read(textOf('mac'))
  const serial = read(textOf('serial'), 'serial')
  return { parts, identifier: mac?.kind === 'mac' ? mac : serial, model: textOf('model') ?? fallbackModel }
}

export type SortedLabel = ReturnType<typeof describeLabel>

/**
 * Whether a code names its values and one of these values belongs to the box. QR codes with keys and GS1 codes name their values. In a code
 * with several values, a MAC address names itself.
 */
export function namesItsValues(text: string): boolean {
  const { parts } = sortLabel([{ text }], { patterns: [], habits: [] })
  const isNamed = parts.some(({ by, role }) => (by === 'key' || by === 'gs1') && role !== 'rest')
  return isNamed || (parts.length > 1 && parts.some(({ role }) => role === 'mac'))
}

/** `key`: the key of this value, if it stands in a separate code. */
function takeApart(code: LabelCode, key?: string): readonly Piece[] {
  const text = code.text.slice(0, longestCode)
  const gs1 = readGs1({ ...code, text })
  if (gs1 !== undefined) return gs1
  const keyed = readKeyed(key === undefined ? text : `${key} ${text}`)
  if (keyed.length > 0) return keyed
  return readValues(text) ?? [{ text: text.trim(), ...(code.aim !== undefined && { aim: code.aim }) }]
}

/** The values of a code without keys, if one of them is clearly the MAC address. */
function readValues(text: string): readonly Piece[] | undefined {
  const values = text.split(betweenValues).map((value) => value.trim())
  const addresses = values.filter((value) => /[A-F:]/i.test(value) && read(value)?.kind === 'mac')
  return values.length > 1 && addresses.length === 1 && !text.includes('//')
    ? values.map((value) => ({ text: value }))
    : undefined
}

function judge(
  piece: Piece,
  model: string,
  { patterns, habits }: LabelKnowledge,
): Pick<LabelPart, 'role' | 'text' | 'by'> {
  const { text, told, by = 'grammar', aim = '' } = piece
  if (told !== undefined) {
    const role = fits(told, text)
    // After the key of an address or a serial number, a value that does not fit is not named as something else.
    return { text, role, by: role === told || told === 'ean' ? by : 'grammar' }
  }
  if (matchPattern(text, patterns) !== undefined) return { text, role: 'serial', by: 'pattern' }
  if (articleSymbologies.has(aim) && isGtin(text)) return { text, role: 'ean', by: 'symbology' }
  const habit = findHabit(text, model, habits)
  if (habit !== undefined && fits(habit, text) === habit) return { text, role: habit, by: 'habit' }
  return { text, role: roleByLook(text), by: 'grammar' }
}

function fits(role: LabelRole, text: string): LabelRole {
  const identifier = read(text)
  if (role === 'mac') return identifier?.kind === 'mac' ? 'mac' : 'rest'
  // A word or a row of zeros stands for a missing number.
  if (role === 'serial') return /[1-9]/.test(read(text, 'serial')?.value ?? '') ? 'serial' : 'rest'
  if (role === 'ean') return isGtin(text) ? 'ean' : 'rest'
  return role === 'model' && text.length > 100 ? 'rest' : role
}

/** The role that a text has if nothing but its look tells. */
export function roleByLook(text: string): LabelRole {
  const reading = readDeviceIdentifier(text)
  if (isGtin(text) && text.length !== 12) return 'ean'
  if (!reading.ok) return 'rest'
  if (reading.identifier.kind === 'mac') return 'mac'
  return text.length >= 6 && /[0-9]/.test(text) ? 'serial' : 'rest'
}

/**
 * Keeps the part with the strongest reason for each role. But a MAC address with a letter wins over one of digits alone. The other parts of
 * the role count as codes that the label does not name. So does a serial number if another one has the same reason.
 */
function keepBest(parts: readonly LabelPart[]): readonly LabelPart[] {
  return parts.map((part) => {
    if (part.role === 'rest') return part
    const rivals = parts.filter(({ role }) => role === part.role)
    const best = rivals.toSorted((one, other) => weigh(one) - weigh(other))[0]
    const isRival = ({ by, text }: LabelPart): boolean => by === part.by && keyOf(text) !== keyOf(part.text)
    if (best === part) return part.role === 'serial' && rivals.some(isRival) ? { ...part, by: 'grammar' } : part
    return { ...part, role: part.role === 'mac' && isGtin(part.text) ? 'ean' : 'rest', by: 'grammar' }
  })
}

const weigh = ({ by, text, role }: LabelPart): number =>
  labelReasons.indexOf(by) + (role === 'mac' && /^[0-9]{12}$/.test(text) ? labelReasons.length : 0)

function read(text: string | undefined, as?: 'serial'): DeviceIdentifier | undefined {
  if (text === undefined) return undefined
  const reading = readDeviceIdentifier(text, as)
  return reading.ok ? reading.identifier : undefined
}

export function assignRole(parts: readonly LabelPart[], index: number, role: LabelRole): readonly LabelPart[] {
  return parts.map((part, at) => {
    if (at === index) return { ...part, role, by: 'person' }
    return part.role === role && role !== 'rest' ? { ...part, role: 'rest' } : part
  })
}

/**
 * What a scanner with another keyboard layout meant by a code. `pairs`: the possible layouts. Undefined if the code is already a MAC
 * address, if no reading names a box, or if the readings differ.
 */
export function putRight(code: string, pairs: readonly LayoutPair[]): string | undefined {
  if (pairs.length === 0) return undefined
  const reading = readDeviceIdentifier(code)
  if (reading.ok && reading.identifier.kind === 'mac') return undefined
  // Caps Lock is tried only if the code makes no sense without Caps Lock.
  const isNamed = reading.ok || namesItsValues(code)
  for (const locked of isNamed ? [false] : [false, true]) {
    const meant = new Set(pairs.map((pair) => readByPair(code, pair, locked)).filter((one) => one !== undefined))
    const named = [...meant].filter((one) => readDeviceIdentifier(one).ok || namesItsValues(one))
    const [first, second] = named
    if (first !== undefined) return second === undefined && first !== code ? first : undefined
  }
  return undefined
}

/** The elements of a GS1 code. Undefined if the text is not a GS1 code or ends in the middle of an element. */
function readGs1({ text, aim = '' }: LabelCode): readonly Piece[] | undefined {
  if (/^\(\d{2,4}\)/.test(text)) return readBracketed(text)
  if (envelope.test(text)) return readEnclosed(text.replace(envelope, ''))
  const isTold = gs1Symbologies.has(aim) || text.includes(separator)
  // A scanner that names no symbology sends a GS1 code like any other code. It begins with a valid article number, then.
  return isTold || (/^01\d{14}(?=(?:1[0-7]|2[01]|24|9\d)\S)/.test(text) && isGtin(text.slice(2, 16)))
    ? readPlain(text)
    : undefined
}

/** The elements of an envelope (ISO/IEC 15434). Each of its formats begins with two digits and ends with U+001E. */
function readEnclosed(body: string): readonly Piece[] | undefined {
  const elements = body
    .replace(/\p{Cc}+$/u, '')
    .split('\u001E')
    .flatMap((format) => (format.startsWith('05') ? (readPlain(format.slice(2)) ?? []) : readData(format)))
  return elements.length > 0 ? elements : undefined
}

function readData(format: string): readonly Piece[] {
  const [, ...elements] = format.split(separator)
  return elements.map((element) => {
    const [, id = '', value = element] = /^(\d{0,2}[A-Z])(.*)$/s.exec(element) ?? []
    return elementOf(dataIdentifiers[id] ?? 'rest', value)
  })
}

/** Reads the text that is printed under a GS1 barcode, with its identifiers in brackets, such as `(21)12345`. */
function readBracketed(text: string): readonly Piece[] | undefined {
  const found = [...text.matchAll(/\((\d{2,4})\)([^()]+)/g)]
  if (found.map(([whole]) => whole).join('') !== text) return undefined
  return found.map(([, id, value = '']) => elementOf(identifiers.find((known) => known.id === id)?.role, value))
}

function readPlain(text: string): readonly Piece[] | undefined {
  const elements: Piece[] = []
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

/** The values of a code with keys, such as `MAC:…;SN:…`, lines, JSON or a URL with a query. Empty if the code has no keys. */
function readKeyed(code: string): readonly Piece[] {
  const scanned = /^https?:\/\//i.test(code) ? readQuery(code) : code
  // Each sign is replaced by one sign, so a value is found at the same place of the scanned text.
  const text = scanned
    .replaceAll(/['‚„\p{Pi}\p{Pf}]/gu, '"')
    .replaceAll('：', ':')
    // XML
    .replaceAll(/<([^<>/="]{1,30})>/g, '\n$1:')
  const plain = [...text.matchAll(strictKeyed)]
  // A blank between a key and its value is enough only at the start of the code.
  const first = plain.length === 0 ? [...text.matchAll(keyed)].filter(({ index }) => index === 0) : plain
  return first.flatMap((match, index) => {
    const from = match.index + match[0].length
    const body = text.slice(from, first[index + 1]?.index ?? text.length)
    const { length } = body.split(valueEnd, 1)[0] ?? ''
    const value = scanned.slice(from, from + length).trim()
    const key = keys[match.slice(1).findIndex((group) => group !== undefined)]
    if (value === '' || key === undefined) return []
    const isOther = key.role === 'mac' && wordBefore.test(leadOf(text, first[index - 1], match.index))
    const of = isOther ? 'other' : key.of
    return [{ text: value, told: key.role, by: 'key', ...(of && { of }) }]
  })
}

/** The words directly before a key, without the value of the key before it. At most 30 characters. */
function leadOf(text: string, before: RegExpExecArray | undefined, at: number): string {
  const lead = text.slice(before === undefined ? 0 : before.index + before[0].length, at)
  const words = lead.split(signs)
  return before !== undefined && words.length === 1 ? '' : (words.at(-1) ?? '').slice(-30)
}

function readQuery(address: string): string {
  const query = URL.parse(address)?.searchParams
  return query === undefined || query.size === 0
    ? address.replaceAll('/', '\n')
    : [...query].map(([key, value]) => `${key}=${value}`).join('\n')
}

const mostHabits = 200

/** The shape of a text: every digit becomes 9, every letter A. Codes of one kind have the same shape. */
export function shapeOf(text: string): string {
  return text
    .replaceAll(/[0-9]/g, '9')
    .replaceAll(/[A-Za-z]/g, 'A')
    .slice(0, 80)
}

/** The role that technicians gave to this shape. A habit for this model wins over a habit for any model. */
function findHabit(text: string, model: string, habits: readonly LabelHabit[]): LabelRole | undefined {
  const shape = shapeOf(text)
  const alike = habits.filter((habit) => habit.shape === shape)
  return (alike.find((habit) => habit.model === model) ?? alike.find((habit) => habit.model === ''))?.role
}

/** Returns the habits after a technician gave a role. The new role replaces the earlier role of the same shape and model. */
export function keepHabit(
  habits: readonly LabelHabit[],
  text: string,
  model: string,
  role: LabelRole,
): readonly LabelHabit[] {
  const shape = shapeOf(text)
  if (shape === '') return habits
  const others = habits.filter((habit) => habit.shape !== shape || habit.model !== model)
  return [...others, { model, shape, role }].slice(-mostHabits)
}

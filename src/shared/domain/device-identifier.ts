import { readOtherLayout } from './label/keyboard-layout.ts'
import { westernDigits } from './language.ts'

/** A box's MAC address or serial number. `mac`: twelve upper-case hexadecimal digits. `serial`: the text as read, without a colon. */
export interface DeviceIdentifier {
  readonly kind: 'mac' | 'serial'
  readonly value: string
}

/** The notations for a MAC address on the wire. A connection chooses one. */
export const macFormats = ['colon', 'hyphen', 'bare'] as const
export type MacFormat = (typeof macFormats)[number]

export const identifierProblems = [
  'empty',
  'mac-length',
  'mac-letters',
  'eui-64',
  /** A scanner with another keyboard layout sent the text. The proposal is what the scanner meant. */
  'keyboard-layout',
  /** A scanner sent one code twice without an end between them. The proposal is the code. */
  'doubled',
  /** A date, or a number that a spreadsheet has rounded, formatted or replaced by an error. */
  'spreadsheet',
  /** A MAC address with one or two wrong letters. This is a problem only in lists, where no technician checks each box. */
  'nearly-mac',
  /** An article number, which is the same on every box of a type. Like `nearly-mac`, it is a problem only in lists. */
  'article-number',
  /** A word or a row of zeros, which stands for a missing number. Like `nearly-mac`, it is a problem only in lists. */
  'no-number',
  'not-understood',
] as const
export type IdentifierProblem = (typeof identifierProblems)[number]

/** Doubts about a well-formed identifier. They cause a warning and never block a job. */
export const identifierCautions = [
  'multicast',
  'broadcast',
  'all-zero',
  'locally-administered',
  /** Twelve digits without a letter or colon, and not in the groups of an address, could also be an article number or a serial number. */
  'digits-only',
  /** A serial number that looks like a mistyped MAC address: one or two wrong letters, or a wrong number of digits. */
  'nearly-mac',
] as const
export type IdentifierCaution = (typeof identifierCautions)[number]

export type IdentifierReading =
  | { readonly ok: true; readonly identifier: DeviceIdentifier; readonly cautions: readonly IdentifierCaution[] }
  | { readonly ok: false; readonly problem: IdentifierProblem; readonly proposal?: string }

/** `MAC` is a label before a separator or directly before an address. In `MACHINE7` it is not a label. */
const macLabel =
  /^(?:(?:WAN|LAN|ETH(?:ERNET)?|WI-?FI|WLAN)\s*)?MAC(?:\s*(?:ADDRESS|ADDR|ID))?(?:\s*[:=#.]\s*|\s+|(?=[0-9A-F]{2}(?:[:\-. ]?[0-9A-F]{2}){5}$))/i
const serialLabel = /^(?:S\/N|SN|SERIAL(?:\s*(?:NUMBER|NO\.?|NR\.?))?)(?:\s*[:=#.]\s*|\s+)/i
/** Groups between colons, hyphens, blanks or dots show that a MAC address is meant. */
const grouped = /^[0-9A-Z]{1,4}(?:[:\-. ][0-9A-Z]{1,4}){2,}$/i
/** Letters that look like a digit of an address, each before that digit. The last ten pairs begin with a Cyrillic or a Greek letter. */
const slips: ReadonlyMap<string, string> = new Map(
  'O0 Q0 I1 L1 S5 \u0410A \u0412B \u0421C \u0415E \u041E0 \u0391A \u0392B \u0395E \u039F0 \u03991'
    .split(' ')
    .map(([letter = '', digit = '']) => [letter, digit]),
)
const slip = new RegExp(`[${[...slips.keys()].join('')}]`, 'g')
/** Twelve decimal digits in groups that only an address has. */
const regular = /^(?:\d\d([-. ])\d\d(?:\1\d\d){4}|\d{4}\.\d{4}\.\d{4})$/
/** Pairs of digits between other signs. `/Z` is the colon of a Code 39 that the scanner did not decode. */
const pairs = /^[0-9A-F]{2}([_;,|]|\/Z)[0-9A-F]{2}(?:\1[0-9A-F]{2}){4}$/i

/** Quotes, the apostrophe or formula with which a spreadsheet keeps a number as text, and the start and stop signs of Code 39. */
const wrapped = /^(?:=?"([^"]*)"|'([^']*)'?|\*([^*]*)\*)$/
/** A date, perhaps with a time, a number with decimal zeros, or a word that looks like an error value. */
const reformatted =
  /^(?:(?:(?:19|20)\d\d([-./])\d\d?\1\d\d?|\d\d?([-./])\d\d?\2(?:19|20)\d\d|\d\d?\/\d\d?\/\d\d)(?:[ T]\d.*)?|\d+[.,]0+|#(?:N\/A|[A-Z]+[!?]))$/i
/** A number in scientific notation, or a column that was too narrow. */
const rounded = /^(?:\d(?:[.,]\d+)?[Ee]\+\d{1,3}|#{5,})$/
/** The error values of spreadsheets in the languages of Setdesk and in German. A password may look similar, such as `#TVBOX!`. */
const sheetError =
  /^#(?:N\/(?:A|D|DISP)|NV|[¡¿]?(?:REF|VALUE|VALEUR|VALOR|NAME|NOM|NOME|NOMBRE|DIV\/0|NUM|NÚM|NULL|NUL|NULO|WERT|BEZUG|ZAHL|SPILL|CALC)[!?])$/
const isLost = (plain: string): boolean => rounded.test(plain) || sheetError.test(plain)
const isChanged = (plain: string): boolean => isLost(plain) || reformatted.test(plain)
/** Whether a spreadsheet has replaced a value of a list by a rounded number or an error. */
export const isLostInSpreadsheet = (text: string): boolean => isLost(plainText(text))
/** Whether a spreadsheet seems to have changed or replaced a number of a list. */
export const isFromSpreadsheet = (text: string): boolean => isChanged(plainText(text))
/** Twelve digits in groups of three are an IP address, or a number with marks between its thousands. */
const inThrees = /^\d{3}([.,\s':])\d{3}(?:\1\d{3}){2}$/
/** The address of a website without `https://`, as in some QR codes. */
const website = /^(?:[Ww]{3}\.|(?:[0-9a-z-]+\.)+[a-z]{2,}\/)/
/** Two addresses of one maker, unseparated or with any sign between them. */
const twoAddresses = /^([0-9A-F]{6})[0-9A-F]{6}\1[0-9A-F]{6}$/i
/** A code of the usual length that was sent twice. */
const twice = /^(.{8,40})\s*\1$/

/**
 * Reads a MAC address in any usual notation, or a serial number. Only signs around the text are left out, and digits of other scripts are
 * written as Latin ones. A doubtful text is a problem, sometimes with a proposal that the technician must accept. `as: 'serial'` reads a doubtful text as a serial number.
 */
export function readDeviceIdentifier(text: string, as?: 'serial'): IdentifierReading {
  return readPlain(plainText(text), text, as)
}

function readPlain(plain: string, text: string, as?: 'serial'): IdentifierReading {
  if (plain === '') return { ok: false, problem: 'empty' }
  const labelled = serialLabel.test(plain)
  if (as === 'serial' || labelled) return readSerial(labelled ? plain.replace(serialLabel, '') : plain)
  const doubled = readTwice(plain)
  if (doubled !== undefined) return doubled
  if (isChanged(plain)) return { ok: false, problem: 'spreadsheet' }
  if (inThrees.test(plain) || website.test(plain)) return { ok: false, problem: 'not-understood' }
  const saidMac = macLabel.test(plain)
  const body = saidMac ? plain.replace(macLabel, '') : plain
  const digits = body.replace(pairs.test(body) ? /[_;,|]|\/Z/gi : /[:\-. ]/g, '').toUpperCase()
  if (/^[0-9A-F]{12}$/.test(digits))
    return { ok: true, identifier: { kind: 'mac', value: digits }, cautions: cautionsOf(digits, saidMac ? '' : body) }
  const meant = saidMac || grouped.test(body)
  const otherLayout = readOtherLayout(plain) ?? readOtherLayout(text.trim())
  if (otherLayout !== undefined)
    return { ok: false, problem: 'keyboard-layout', proposal: formatMac(otherLayout, 'colon') }
  const problem = macProblem(digits, meant)
  if (problem !== undefined) return problem
  if (saidMac) return { ok: false, problem: 'mac-letters' }
  const serial = readSerial(body)
  return serial.ok && isNearlyMac(body) ? { ...serial, cautions: ['nearly-mac'] } : serial
}

function readTwice(text: string): IdentifierReading | undefined {
  const once = twice.exec(text)?.[1] ?? ''
  const reading = readDeviceIdentifier(once)
  if (!reading.ok || !/[1-9]/.test(once)) return undefined
  const { kind, value } = reading.identifier
  return { ok: false, problem: 'doubled', proposal: kind === 'mac' ? formatMac(value, 'colon') : value }
}

/**
 * Whether a text looks like a mistyped MAC address. Such a text has one or two wrong letters, or it has nine, ten or fourteen hexadecimal
 * digits with a letter among them, or an address follows the sign for addresses of ISO/IEC 15418.
 */
const isNearlyMac = (text: string): boolean =>
  strayLetters(text) !== '' ||
  (/^(?:.{9}|.{10}|.{14})$/.test(text) && isHexWithLetter(text)) ||
  (/^23S.{12}$/i.test(text) && isHexWithLetter(text.slice(3)))

/**
 * Returns the letters of a text that cannot be in a MAC address, separated by commas. Empty unless the text has twelve characters and one
 * or two such letters. Also empty if the text starts with two such letters, because these are a maker's prefix for serial numbers.
 */
export function strayLetters(text: string): string {
  if (!/^(?![G-Z]{2})[0-9A-Z]{12}$/i.test(text)) return ''
  const strays = text.toUpperCase().match(/[G-Z]/g) ?? []
  return strays.length > 2 ? '' : [...new Set(strays)].join(', ')
}

const isHexWithLetter = (text: string): boolean => /^(?=.*[0-9])(?=.*[A-F])[0-9A-F]+$/i.test(text)

/**
 * Cleans a text: removes control and zero-width characters, and replaces full-width colons, Arabic digits, typographic hyphens and quotes, and
 * the minus sign. Most texts have none of these, and lists may be long.
 */
function withoutInvisible(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.trim()
  return westernDigits(text.normalize('NFKC'))
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[‚„\p{Pi}\p{Pf}]/gu, '"')
    .trim()
}

/** Cleans a scanned, typed or listed text, and leaves out the signs around it. In a platform's text, asterisks may hide a part. */
export const plainText = (text: string): string => withoutInvisible(text).replace(wrapped, '$1$2$3')

/** Whether a text says by itself that it is a serial number, such as `SN 12345678`. */
export const saysSerial = (text: string): boolean => serialLabel.test(plainText(text))

function macProblem(digits: string, meantAsMac: boolean): IdentifierReading | undefined {
  const isHex = /^[0-9A-F]+$/.test(digits)
  if (isHex && digits.length === 16 && (meantAsMac || /[A-F]/.test(digits))) return { ok: false, problem: 'eui-64' }
  if (isHex && (meantAsMac || (/[A-F]/.test(digits) && (digits.length === 11 || digits.length === 13))))
    return { ok: false, problem: 'mac-length' }
  if (twoAddresses.test(digits.replaceAll(/[^0-9A-Z]/g, ''))) return { ok: false, problem: 'mac-length' }
  const mended = digits.replace(slip, (letter) => slips.get(letter) ?? letter)
  if (/^[0-9A-F]{12}$/.test(mended)) {
    // From a scanner with a US layout on a French computer, a Q is an A.
    const isCertain = !digits.includes('Q')
    return { ok: false, problem: 'mac-letters', ...(isCertain && { proposal: formatMac(mended, 'colon') }) }
  }
  if (meantAsMac && /^[0-9A-Z]{10,14}$/.test(digits)) return { ok: false, problem: 'mac-letters' }
  return undefined
}

function readSerial(text: string): IdentifierReading {
  if (!/^[0-9A-Za-z][0-9A-Za-z\-_/.]{3,39}$/.test(text)) return { ok: false, problem: 'not-understood' }
  return { ok: true, identifier: { kind: 'serial', value: text }, cautions: [] }
}

function cautionsOf(mac: string, body: string): IdentifierCaution[] {
  if (mac === 'FFFFFFFFFFFF') return ['broadcast']
  if (mac === '000000000000') return ['all-zero']
  const first = Number.parseInt(mac.slice(0, 2), 16)
  const cautions: IdentifierCaution[] = []
  if (first & 1) cautions.push('multicast')
  if (first & 2) cautions.push('locally-administered')
  if (/^[0-9]{12}$/.test(body.replaceAll(/[-. ]/g, '')) && !regular.test(body)) cautions.push('digits-only')
  return cautions
}

export function formatMac(digits: string, format: MacFormat): string {
  if (format === 'bare') return digits
  return digits.match(/../g)?.join(format === 'colon' ? ':' : '-') ?? digits
}

/** The identifier as it is sent: a MAC address in the connection's format, a serial number as read. */
export const identifierOnWire = (identifier: DeviceIdentifier, format: MacFormat): string =>
  identifier.kind === 'mac' ? formatMac(identifier.value, format) : identifier.value

/** A key for comparing boxes. All notations of one box give the same key. The case of a serial number does not matter. */
export const identifierKey = (identifier: DeviceIdentifier): string =>
  `${identifier.kind}:${identifier.value.toUpperCase()}`

/** Groups of an address without their leading zeros, as some systems print it: `0:1a:79:a:b:c`. */
const shortOctets = /^[0-9a-f]{1,2}(?:[:\-.][0-9a-f]{1,2}){5}$/i

/** A MAC address in one notation, from any notation of a platform. A text that is not an address keeps all its letters. */
const squeezeAddress = (text: string): string =>
  (shortOctets.test(text)
    ? text
        .split(/[:\-.]/)
        .map((octet) => octet.padStart(2, '0'))
        .join('')
    : text.replace(/^0x(?=[0-9a-f]{12}$)/i, '').replaceAll(/[^0-9a-z]/gi, '')
  ).toUpperCase()

/** An EUI-64 that was made from a MAC address, with `FFFE` in its middle. */
const eui64 = /^([0-9A-F]{6})FFFE([0-9A-F]{6})$/

/** Whether a text of the platform is a MAC address that was written as an EUI-64. */
export const isEui64 = (text: string): boolean => eui64.test(squeezeAddress(withoutInvisible(text)))

/** Whether a text is this MAC address as a decimal number. A shorter number is more likely to be a count or an id. */
const isDecimalOf = (text: string, mac: string): boolean =>
  /^\d{9,15}$/.test(text) && Number(text) === Number.parseInt(mac, 16)

/** Whether a text of the platform is this box's identifier, in any notation. */
export function namesDevice(text: string, { kind, value }: DeviceIdentifier): boolean {
  const name = withoutInvisible(text)
  if (kind === 'mac') {
    const address = name.replace(macLabel, '')
    return squeezeAddress(address).replace(eui64, '$1$2') === value || isDecimalOf(address, value)
  }
  return [name, name.replace(serialLabel, '')].some((one) => one.toUpperCase() === value.toUpperCase())
}

interface ListedDevice {
  readonly id: string
  readonly also?: readonly string[] | undefined
}

/** Whether a platform's list has the box under one of its names. `also`: other names of a listed box. */
export const listsDevice = (devices: readonly ListedDevice[], box: DeviceIdentifier): boolean =>
  devices.some(({ id, also = [] }) => [id, ...also].some((text) => namesDevice(text, box)))

/** Whether a platform's list has the box, or may have it under a name of which a part is hidden. */
export const isListed = (box: DeviceIdentifier, listed: readonly ListedDevice[]): boolean =>
  listsDevice(listed, box) || listed.some(({ id, also = [] }) => [id, ...also].some((text) => mayNameDevice(text, box)))

const squeeze = (text: string): string =>
  withoutInvisible(text)
    .replaceAll(/%[0-9a-f]{2}|[^0-9a-z]/gi, '')
    .replace(/^0+/, '')
    .toUpperCase()

/** An asterisk, or the groups of an address. One colon alone may stand after a label. */
const hidesPart = /\*|:[^:]*:/

/** The shortest end of an identifier, in characters, that may stand for the whole identifier. */
const shortestEnd = 6

/**
 * Whether a text of the platform may be this box's identifier although it does not name the box: it has other characters around the
 * identifier, or only its end, or it hides a part of an address. Such a text proves neither that the box is there nor that it is missing.
 */
export function mayNameDevice(text: string, { value }: DeviceIdentifier): boolean {
  const [told, ours] = [squeeze(text), squeeze(value)]
  const isPart = told.length >= shortestEnd && ours.endsWith(told)
  // In some EUI-64 addresses, one bit of the first half is inverted.
  const isInverted = told.endsWith(`FFFE${ours.slice(-6)}`)
  return told.includes(ours) || isPart || isInverted || (hidesPart.test(text) && !isReadable(text))
}

/** Whether a text is one identifier and nothing else, of this box or of another. */
export function isReadable(text: string): boolean {
  const plain = withoutInvisible(text)
  return (
    /^[0-9A-F]{12}$/.test(squeezeAddress(plain)) || readPlain(plain, text, 'serial').ok || readPlain(plain, text).ok
  )
}

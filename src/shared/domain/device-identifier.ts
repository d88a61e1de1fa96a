import { z } from 'zod'
import { readOtherLayout } from './label/keyboard-layout.ts'

/**
 * What a box is known by. `mac` holds twelve upper-case hexadecimal digits; `serial` is kept as it was read and holds no
 * colon, so that a cut-off MAC address never passes for one.
 */
export const deviceIdentifierSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mac'), value: z.string().regex(/^[0-9A-F]{12}$/) }),
  z.object({ kind: z.literal('serial'), value: z.string().regex(/^[!-9;-~]{4,40}$/) }),
])
export type DeviceIdentifier = z.infer<typeof deviceIdentifierSchema>

/** How a MAC address is written on the wire; a connection chooses. */
export const macFormats = ['colon', 'hyphen', 'bare'] as const
export type MacFormat = (typeof macFormats)[number]

/** Why a text is no device identifier. */
export const identifierProblems = [
  'empty',
  'mac-length',
  'mac-letters',
  'eui-64',
  /** Typed by a scanner that is set to another keyboard layout than this computer; the proposal is what it meant. */
  'keyboard-layout',
  /** In a list, where nobody looks at each box: as long as a MAC address, and one but for a letter or two. */
  'nearly-mac',
  'not-understood',
] as const
export type IdentifierProblem = (typeof identifierProblems)[number]

/** What is odd about an identifier that is otherwise well formed. Warns, never blocks. */
export const identifierCautions = [
  'multicast',
  'broadcast',
  'all-zero',
  'locally-administered',
  /** Twelve digits in a row without a letter or a colon: an article number or a serial number may look the same. */
  'digits-only',
  /** A serial number that is a MAC address but for a letter or two, or for a few digits that lack: mistyped, perhaps. */
  'nearly-mac',
] as const
export type IdentifierCaution = (typeof identifierCautions)[number]

export type IdentifierReading =
  | { readonly ok: true; readonly identifier: DeviceIdentifier; readonly cautions: readonly IdentifierCaution[] }
  | { readonly ok: false; readonly problem: IdentifierProblem; readonly proposal?: string }

/** `MAC` counts as a label before a separator, or directly before something that looks like an address: `MACHINE7` is none. */
const macLabel =
  /^(?:(?:WAN|LAN|ETH(?:ERNET)?|WI-?FI|WLAN)\s*)?MAC(?:\s*(?:ADDRESS|ADDR|ID))?(?:\s*[:=#.]\s*|\s+|(?=[0-9A-F]{2}(?:[:\-. ]?[0-9A-F]{2}){5}$))/i
const serialLabel = /^(?:S\/N|SN|SERIAL(?:\s*(?:NUMBER|NO\.?|NR\.?))?)(?:\s*[:=#.]\s*|\s+)/i
/** Grouped in pairs by colon, hyphen or space, or in fours by dots: a person or a label meant a MAC address. */
const grouped = /^[0-9A-Z]{1,4}(?:[:\-. ][0-9A-Z]{1,4}){2,}$/i
const slips: Readonly<Record<string, string>> = { O: '0', Q: '0', I: '1', L: '1', S: '5' }

/**
 * Reads a MAC address in any usual writing, or a serial number. What cannot be decided is a problem with, where there is
 * one, a proposal that a person must take up; nothing is silently changed. `as: 'serial'` settles a doubtful text.
 */
export function readDeviceIdentifier(text: string, as?: 'serial'): IdentifierReading {
  const plain = withoutInvisible(text)
  if (plain === '') return { ok: false, problem: 'empty' }
  const labelled = serialLabel.test(plain)
  if (as === 'serial' || labelled) return readSerial(labelled ? plain.replace(serialLabel, '') : plain)
  const saidMac = macLabel.test(plain)
  const body = saidMac ? plain.replace(macLabel, '') : plain
  const digits = body.replace(/[:\-. ]/g, '').toUpperCase()
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

/** As long as an address, but for letters that none has; or nine, ten or fourteen digits that are all of one, letters among them. */
const isNearlyMac = (text: string): boolean =>
  strayLetters(text) !== '' || (/^(?:.{9}|.{10}|.{14})$/.test(text) && isHexWithLetter(text))

/**
 * The one or two letters of a text of twelve that no MAC address has, parted by a comma; empty where there are none or more. Two
 * in front are how a maker begins its serial numbers.
 */
export function strayLetters(text: string): string {
  if (!/^(?![G-Z]{2})[0-9A-Z]{12}$/i.test(text)) return ''
  const strays = text.toUpperCase().match(/[G-Z]/g) ?? []
  return strays.length > 2 ? '' : [...new Set(strays)].join(', ')
}

const isHexWithLetter = (text: string): boolean => /^(?=.*[0-9])(?=.*[A-F])[0-9A-F]+$/i.test(text)

/** Scanners and pasted text bring control characters, zero-width ones, full-width colons and typographic hyphens along. */
function withoutInvisible(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replace(/\p{Pd}/gu, '-')
    .trim()
}

function macProblem(digits: string, meantAsMac: boolean): IdentifierReading | undefined {
  const isHex = /^[0-9A-F]+$/.test(digits)
  if (isHex && digits.length === 16 && (meantAsMac || /[A-F]/.test(digits))) return { ok: false, problem: 'eui-64' }
  if (isHex && (meantAsMac || (/[A-F]/.test(digits) && (digits.length === 11 || digits.length === 13))))
    return { ok: false, problem: 'mac-length' }
  const mended = digits.replace(/[OQILS]/g, (letter) => slips[letter] ?? letter)
  if (/^[0-9A-F]{12}$/.test(mended)) return { ok: false, problem: 'mac-letters', proposal: formatMac(mended, 'colon') }
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
  if (/^[0-9]{12}$/.test(body)) cautions.push('digits-only')
  return cautions
}

/** Twelve hexadecimal digits in the writing asked for. */
export function formatMac(digits: string, format: MacFormat): string {
  if (format === 'bare') return digits
  return digits.match(/../g)?.join(format === 'colon' ? ':' : '-') ?? digits
}

/** As it goes out: a MAC in the connection's writing, a serial as it was read. */
export function identifierOnWire(identifier: DeviceIdentifier, format: MacFormat): string {
  return identifier.kind === 'mac' ? formatMac(identifier.value, format) : identifier.value
}

/** What two writings of one box share: a MAC by its hexadecimal digits, a serial without regard to case. */
export function identifierKey(identifier: DeviceIdentifier): string {
  return `${identifier.kind}:${identifier.value.toUpperCase()}`
}

/** Whether a text from the platform names this box, whatever its writing. */
export function namesDevice(text: string, identifier: DeviceIdentifier): boolean {
  if (identifier.kind === 'mac')
    return (
      withoutMacLabel(text)
        .replace(/[^0-9a-f]/gi, '')
        .toUpperCase() === identifier.value
    )
  return text.trim().toUpperCase() === identifier.value.toUpperCase()
}

function withoutMacLabel(text: string): string {
  return text.trim().replace(macLabel, '')
}

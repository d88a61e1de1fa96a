export const layoutNames = ['us', 'french', 'german', 'italian', 'spanish'] as const
type LayoutName = (typeof layoutNames)[number]

export interface LayoutPair {
  readonly computer: LayoutName
  readonly scanner: LayoutName
}

/** The characters of all keys, in the order of a US keyboard, without and with Shift. `\0` stands for a dead key. */
interface Layout {
  readonly plain: string
  readonly shifted: string
}

const layouts: Readonly<Record<LayoutName, Layout>> = {
  us: {
    plain: "`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./",
    shifted: '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>?',
  },
  french: {
    plain: '²&é"\'(-è_çà)=azertyuiop\0$qsdfghjklmù*wxcvbn,;:!',
    shifted: '\x001234567890°+AZERTYUIOP\0£QSDFGHJKLM%µWXCVBN?./§',
  },
  german: {
    plain: '\x001234567890ß\0qwertzuiopü+asdfghjklöä#yxcvbnm,.-',
    shifted: '°!"§$%&/()=?\0QWERTZUIOPÜ*ASDFGHJKLÖÄ\'YXCVBNM;:_',
  },
  italian: {
    plain: "\\1234567890'ìqwertyuiopè+asdfghjklòàùzxcvbnm,.-",
    shifted: '|!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°§ZXCVBNM;:_',
  },
  spanish: {
    plain: "º1234567890'¡qwertyuiop\0+asdfghjklñ\0çzxcvbnm,.-",
    shifted: 'ª!"·$%&/()=?¿QWERTYUIOP\0*ASDFGHJKLÑ\0ÇZXCVBNM;:_',
  },
}
/** Twelve hexadecimal digits, unseparated or in pairs. Strict, so that a text from another layout does not match by chance. */
const address = /^[0-9A-F]{2}(?:([:-])[0-9A-F]{2})(?:\1[0-9A-F]{2}){4}$|^[0-9A-F]{12}$/i
const dead = '\0'

/** Maps the characters that the computer received to the characters that the scanner meant. */
interface Reader {
  readonly pair: LayoutPair
  /** Whether Caps Lock is on. Caps Lock changes the digits on some layouts. */
  readonly locked: boolean
  readonly meant: ReadonlyMap<string, string>
}

let readers: readonly Reader[] | undefined

/** Builds the readers when they are first needed, so that the start is not delayed. */
const allReaders = (): readonly Reader[] =>
  (readers ??= layoutNames.flatMap((computer) =>
    layoutNames
      .filter((scanner) => scanner !== computer)
      .flatMap((scanner) => {
        const pair = { computer, scanner }
        const { plain, shifted } = layouts[computer]
        const withLock = { plain: shifted, shifted: plain }
        return [
          { pair, locked: false, meant: mapKeys({ plain, shifted }, layouts[scanner]) },
          { pair, locked: true, meant: mapKeys(withLock, layouts[scanner]) },
        ]
      }),
  ))

/** The MAC address that a scanner with another layout meant, in upper case. Undefined unless exactly one address fits. */
export function readOtherLayout(text: string): string | undefined {
  if (text.length !== 12 && text.length !== 17) return undefined
  const found = new Set(readAddresses(text).map(({ meant }) => meant.replaceAll(/[:-]/g, '').toUpperCase()))
  return found.size === 1 ? [...found][0] : undefined
}

/** The pairs of layouts with which the text becomes a MAC address. Different pairs may give different addresses. */
export const listAddressLayouts = (text: string): readonly LayoutPair[] => listPairs(readAddresses(text))

/** What the scanner meant, character by character. `\0` stands for a character without a meaning. */
interface OtherReading {
  readonly pair: LayoutPair
  readonly meant: string
}

/** What a text may have been, if scanner and computer had different layouts. `evenLocked`: also with Caps Lock on. */
export function listOtherLayouts(text: string, evenLocked: boolean): readonly OtherReading[] {
  return allReaders()
    .filter(({ locked }) => !locked || evenLocked)
    .map(({ pair, meant }) => ({ pair, meant: readBy(meant, text) }))
    .filter(({ meant }) => meant !== text)
}

/** What a scanner with this pair of layouts meant. Undefined if such a scanner cannot have sent the text. */
export function readByPair(text: string, pair: LayoutPair, locked: boolean): string | undefined {
  const reader = allReaders().find((one) => one.locked === locked && isSamePair(one.pair, pair))
  const meant = reader === undefined ? dead : readBy(reader.meant, text)
  return meant.includes(dead) ? undefined : meant
}

export function listPairs(readings: readonly OtherReading[]): readonly LayoutPair[] {
  const pairs = readings.map(({ pair }) => pair)
  return pairs.filter((pair, index) => pairs.findIndex((one) => isSamePair(one, pair)) === index)
}

const isSamePair = (one: LayoutPair, other: LayoutPair): boolean =>
  one.computer === other.computer && one.scanner === other.scanner

function readAddresses(text: string): readonly OtherReading[] {
  // Tries Caps Lock only for an address with separators. Without separators, a serial number may look like an address typed with Caps Lock.
  return listOtherLayouts(text, text.length === 17).filter(({ meant }) => address.test(meant))
}

/** Characters that are the same on every layout: the blank, and the GS1 separator, which is on no key. */
const unchanged: ReadonlySet<string> = new Set([' ', '\u001D'])

function readBy(meant: ReadonlyMap<string, string>, text: string): string {
  const read = (character: string): string => (unchanged.has(character) ? character : (meant.get(character) ?? dead))
  return Array.from(text, read).join('')
}

function mapKeys(host: Layout, scanner: Layout): ReadonlyMap<string, string> {
  const pairs = (['plain', 'shifted'] as const).flatMap((level) =>
    Array.from(host[level], (character, index) => [character, scanner[level][index] ?? dead] as const),
  )
  return new Map(pairs.filter(([character, meant]) => character !== dead && meant !== dead))
}

/** The keys of a keyboard in the order of a US one, row by row, first alone and then with Shift; `\0` for what gives no character at once. */
interface Layout {
  readonly plain: string
  readonly shifted: string
}

/** Layouts that scanners and computers of this trade are set to. */
const layouts: readonly Layout[] = [
  {
    plain: "`1234567890-=qwertyuiop[]asdfghjkl;'\\zxcvbnm,./",
    shifted: '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"|ZXCVBNM<>?',
  },
  {
    plain: '²&é"\'(-è_çà)=azertyuiop\0$qsdfghjklmù*wxcvbn,;:!',
    shifted: '\x001234567890°+AZERTYUIOP\0£QSDFGHJKLM%µWXCVBN?./§',
  },
  {
    plain: '\x001234567890ß\0qwertzuiopü+asdfghjklöä#yxcvbnm,.-',
    shifted: '°!"§$%&/()=?\0QWERTZUIOPÜ*ASDFGHJKLÖÄ\'YXCVBNM;:_',
  },
  {
    plain: "\\1234567890'ìqwertyuiopè+asdfghjklòàùzxcvbnm,.-",
    shifted: '|!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°§ZXCVBNM;:_',
  },
  {
    plain: "º1234567890'¡qwertyuiop\0+asdfghjklñ\0çzxcvbnm,.-",
    shifted: 'ª!"·$%&/()=?¿QWERTYUIOP\0*ASDFGHJKLÑ\0ÇZXCVBNM;:_',
  },
]
/** Twelve hexadecimal digits, alone or in pairs: of a text that was typed by the wrong keys nothing looser is believed. */
const address = /^[0-9A-F]{2}(?:([:-])[0-9A-F]{2})(?:\1[0-9A-F]{2}){4}$|^[0-9A-F]{12}$/i
const dead = '\0'

/** From what a computer made of a key to what the scanner meant by it; `locked` where Caps Lock is on, which turns digits on some. */
const readers: readonly { readonly locked: boolean; readonly meant: ReadonlyMap<string, string> }[] = layouts.flatMap(
  (host) =>
    layouts.flatMap((scanner) =>
      scanner === host
        ? []
        : [
            { locked: false, meant: mapKeys(host, scanner) },
            { locked: true, meant: mapKeys({ plain: host.shifted, shifted: host.plain }, scanner) },
          ],
    ),
)

/**
 * The MAC address that a scanner meant whose keyboard layout is not this computer's: twelve upper-case digits. Absent where no pair of
 * layouts, or more than one with another outcome, makes an address of the text.
 */
export function readOtherLayout(text: string): string | undefined {
  if (text.length !== 12 && text.length !== 17) return undefined
  // Without the marks between pairs, a serial number may look like what Caps Lock makes of an address.
  const found = new Set(
    listOtherLayouts(text, text.length === 17)
      .filter((meant) => address.test(meant))
      .map((meant) => meant.replaceAll(/[:-]/g, '').toUpperCase()),
  )
  return found.size === 1 ? [...found][0] : undefined
}

/**
 * What each other pair of layouts makes of a text, character by character, `\0` for what it makes nothing of; with
 * `evenLocked` also where Caps Lock was on.
 */
export function listOtherLayouts(text: string, evenLocked: boolean): readonly string[] {
  return readers
    .filter(({ locked }) => !locked || evenLocked)
    .map(({ meant }) => Array.from(text, (character) => meant.get(character) ?? dead).join(''))
    .filter((meant) => meant !== text)
}

function mapKeys(host: Layout, scanner: Layout): ReadonlyMap<string, string> {
  const pairs = (['plain', 'shifted'] as const).flatMap((level) =>
    Array.from(host[level], (character, index) => [character, scanner[level][index] ?? dead] as const),
  )
  return new Map(pairs.filter(([character, meant]) => character !== dead && meant !== dead))
}

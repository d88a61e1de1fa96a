import subsetFont from 'subset-font'

/** The weights that the screens use. */
const weights = { min: 400, max: 700, default: 400 }

type Ranges = readonly (readonly [number, number])[]

/** Latin letters with all accents of Europe, and the other characters of the screens. The system's own font draws any other character. */
const latin: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x100, 0x17f],
  [0x218, 0x21b],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
  [0x1e9e, 0x1e9e],
]

/** Arabic letters with their marks, and additional letters for names from neighbouring languages. */
const arabic: Ranges = [
  [0x60c, 0x60c],
  [0x61b, 0x61f],
  [0x621, 0x63a],
  [0x640, 0x652],
  [0x670, 0x671],
  [0x67e, 0x67e],
  [0x686, 0x686],
  [0x698, 0x698],
  [0x6a9, 0x6a9],
  [0x6af, 0x6af],
  [0x6cc, 0x6cc],
]

const charactersOf = (ranges: Ranges): string =>
  ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .join('')

/** Cuts a Latin font down to the characters and weights in use. Its digits stay equally wide. WOFF2 in and out. */
export const subsetLatin = async (font: Uint8Array): Promise<Uint8Array> =>
  await subsetFont(Buffer.from(font), charactersOf(latin), { targetFormat: 'woff2', variationAxes: { wght: weights } })

/** Keeps the font features that join Arabic letters and place their marks. Leaves out alternative letter shapes for books. */
const arabicOptions = {
  targetFormat: 'woff2',
  keepFeatures: 'ccmp locl isol init medi fina rlig liga calt curs kern mark mkmk'.split(' '),
  noHinting: true,
} as const

/** Cuts an Arabic font of one weight down to the letters in use, with all their joined forms. WOFF2 in and out. */
export const subsetArabic = async (font: Uint8Array): Promise<Uint8Array> =>
  await subsetFont(Buffer.from(font), charactersOf(arabic), arabicOptions)

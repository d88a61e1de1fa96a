import subsetFont from 'subset-font'

/** The weights that the screens use. */
const weights = { min: 400, max: 700, default: 400 }

/** Latin with all accents of Europe, and the signs that stand on screen. Others are drawn by the system's own font. */
const ranges: readonly (readonly [number, number])[] = [
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
const characters = ranges
  .flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  )
  .join('')

/** A Latin font, cut down to the characters and weights in use; it keeps its figures of one width. WOFF2 in and out. */
export const subsetLatin = async (font: Uint8Array): Promise<Uint8Array> =>
  await subsetFont(Buffer.from(font), characters, { targetFormat: 'woff2', variationAxes: { wght: weights } })

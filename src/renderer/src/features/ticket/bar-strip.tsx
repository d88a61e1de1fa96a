/**
 * Draws the bars of a label as Code 128. The bars are dark on light in every theme and whole pixels wide, because scanners cannot
 * read other bars from a screen. Renders nothing if the text is too long for the label.
 */
export function BarStrip({ text }: { readonly text: string }) {
  const code = drawCode128(text)
  if (code === undefined || code.width > longest) return undefined
  return (
    <svg
      aria-hidden
      data-bars={text}
      viewBox={`0 0 ${String(code.width)} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      // The font size is the width of one module, so lengths in em are lengths in modules.
      style={{ width: `${String(code.width)}em` }}
      className="block h-[28em] bg-bars-ground fill-bars text-[1px] forced-color-adjust-none @min-[36rem]/label:h-[18em] @min-[36rem]/label:text-[2px]"
    >
      {code.bars.map(({ at, width }) => (
        <rect key={at} x={at} y={0} width={width} height={1} />
      ))}
    </svg>
  )
}

/** The number of modules that fit into the narrowest label. */
const longest = 240

/** The widths of bars and spaces of each character, from ISO/IEC 15417: 0 to 102, then the starts A, B and C, then the stop. */
const widths =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  )
const startB = 104
const stop = 106

/** The light space that a scanner needs before and after the bars, in modules. */
const quietZone = 10

/** One dark bar of a barcode: its start and its width, in modules. */
interface Bar {
  readonly at: number
  readonly width: number
}

/** Draws a text as Code 128, set B, with quiet zones. All widths are in modules. Undefined if set B lacks a character of the text. */
export function drawCode128(text: string): { readonly bars: readonly Bar[]; readonly width: number } | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined
  const values = text.split('').map((character) => character.charCodeAt(0) - 32)
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), startB) % 103
  const bars: Bar[] = []
  let at = quietZone
  for (const value of [startB, ...values, check, stop])
    for (const [index, digit] of (widths[value] ?? '').split('').entries()) {
      if (index % 2 === 0) bars.push({ at, width: Number(digit) })
      at += Number(digit)
    }
  return { bars, width: at + quietZone }
}

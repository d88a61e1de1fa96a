import type { RenderOptions } from 'bwip-js/node'
import type { Chance } from '../fakes/key-traces.ts'
import { blankPicture, drawCode, layOnto, type Picture } from '../fakes/picture.ts'
import { at, colour, remake, turn } from '../fakes/spoil-picture.ts'

/** A camera frame of one code, and the text of the code. */
export interface CodeFrame {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Four bytes per pixel, as from a canvas: both readers start with these. */
  readonly colours: Uint8ClampedArray<ArrayBuffer>
  readonly says: string
}

const width = 640
const height = 480
const hex = '0123456789ABCDEF'

type Draw = (chance: Chance) => { readonly says: string; readonly options: RenderOptions }

const mac = (chance: Chance): string => `001A79${pick(chance, hex, 6)}`
const digits = (chance: Chance, count: number): string => pick(chance, '0123456789', count)
const pick = (chance: Chance, from: string, count: number): string =>
  Array.from({ length: count }, () => from[Math.floor(chance() * from.length)] ?? '0').join('')

/** The kinds of codes on the labels of boxes; `scale` is the width of the narrowest bar in pixels. */
const kinds: Readonly<Record<string, Draw>> = {
  code128: (chance) => draw('code128', mac(chance), { scale: 2, height: 18 }),
  code39: (chance) => draw('code39', `SN${digits(chance, 8)}`, { scale: 2, height: 18 }),
  ean13: (chance) => draw('ean13', withCheckDigit(digits(chance, 12)), { scale: 3, height: 18 }),
  ean8: (chance) => draw('ean8', withCheckDigit(digits(chance, 7)), { scale: 3, height: 18 }),
  itf: (chance) => draw('interleaved2of5', digits(chance, 12), { scale: 2, height: 18 }),
  qr: (chance) => draw('qrcode', `MAC:${mac(chance)};SN:STB${digits(chance, 9)}`, { scale: 3 }),
  datamatrix: (chance) => draw('datamatrix', `${mac(chance)} STB${digits(chance, 9)}`, { scale: 4 }),
  pdf417: (chance) => draw('pdf417', `${mac(chance)} STB${digits(chance, 9)}`, { scale: 2, columns: 3 }),
}

const draw = (
  bcid: string,
  says: string,
  look: Partial<RenderOptions> & { readonly columns?: number },
): ReturnType<Draw> => ({
  says,
  options: { bcid, text: says, ...look },
})

/** Problems of a customer's living room, one at a time: no reader copes with all of them at once. */
const conditions: Readonly<Record<string, (picture: Picture, chance: Chance) => Picture>> = {
  clean: (picture) => picture,
  blur: (picture) => blur(picture, 1),
  tilted: (picture, chance) => turn(picture, (chance() < 0.5 ? -1 : 1) * (8 + chance() * 20), 1),
  upright: (picture) => turn(picture, 90, 1),
  glare: (picture, chance) => glare(picture, 0.3 + chance() * 0.4, 0.3 + chance() * 0.4),
  dark: (picture, chance) => dim(picture, chance),
  small: (picture) => turn(picture, 0, 0.6),
}

/** The corpus: every kind under every condition, `each` times; the same random values give the same frames. */
export async function makeFrames(chance: Chance, each: number): Promise<readonly CodeFrame[]> {
  const frames: CodeFrame[] = []
  for (const [kind, drawKind] of Object.entries(kinds))
    for (const [condition, spoil] of Object.entries(conditions))
      for (let turn = 0; turn < each; turn += 1) {
        const { says, options } = drawKind(chance)
        const code = await drawCode(options)
        const left = Math.floor((width - code.width) / 2)
        const top = Math.floor((height - code.height) / 2)
        const sheet = layOnto(blankPicture(width, height, 250), code, left, top)
        const { pixels } = addNoise(spoil(sheet, chance), chance, 6)
        frames.push({ name: `${kind}, ${condition}`, width, height, colours: colour(pixels), says })
      }
  return frames
}

/** The EAN check digit, with weights 3 and 1 from the right. */
export function withCheckDigit(body: string): string {
  const sum = Array.from(body, Number)
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return `${body}${String((10 - (sum % 10)) % 10)}`
}

/** Out of focus: each pixel is the mean of the square around it. */
function blur(picture: Picture, radius: number): Picture {
  const side = 2 * radius + 1
  return remake(picture, (x, y) => {
    let sum = 0
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1) sum += at(picture, x + dx, y + dy)
    return sum / (side * side)
  })
}

/** A lamp reflected in the label: a bright spot that hides the bars around it. */
function glare(picture: Picture, x: number, y: number): Picture {
  const [spotX, spotY] = [x * picture.width, y * picture.height]
  return remake(picture, (px, py) => {
    const distance = Math.hypot(px - spotX, py - spotY)
    return at(picture, px, py) + 190 * Math.exp(-((distance / 110) ** 2))
  })
}

/** Too little light, even less on one side. */
function dim(picture: Picture, chance: Chance): Picture {
  const slope = (chance() - 0.5) * 0.2
  return remake(picture, (x, y) => 12 + at(picture, x, y) * (0.22 + slope * (x / picture.width)))
}

/** The grain of a cheap sensor. */
function addNoise(picture: Picture, chance: Chance, strength: number): Picture {
  return remake(picture, (x, y) => at(picture, x, y) + (chance() + chance() - 1) * strength)
}

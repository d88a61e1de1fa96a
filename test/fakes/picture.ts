import { inflateSync } from 'node:zlib'
import { toBuffer, type RenderOptions } from 'bwip-js/node'

/** A greyscale picture, one byte per pixel, row by row: 0 is black, 255 white. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
}

export const paper = 255

/** An empty sheet. */
export function blankPicture(width: number, height: number, shade = paper): Picture {
  return { width, height, pixels: new Uint8ClampedArray(width * height).fill(shade) }
}

/** A printed code without a margin. `scale`: pixels of its narrowest bar. */
export async function drawCode(options: RenderOptions): Promise<Picture> {
  return readPng(await toBuffer({ backgroundcolor: 'FFFFFF', ...options }))
}

/** Copies a picture onto a sheet. Parts beyond the edge are cut off. */
export function layOnto(sheet: Picture, piece: Picture, left: number, top: number): Picture {
  const pixels = sheet.pixels.slice()
  for (let y = Math.max(0, -top); y < Math.min(piece.height, sheet.height - top); y += 1)
    for (let x = Math.max(0, -left); x < Math.min(piece.width, sheet.width - left); x += 1)
      pixels[(top + y) * sheet.width + left + x] = piece.pixels[y * piece.width + x] ?? paper
  return { ...sheet, pixels }
}

/** Puts codes below each other on a sheet, as on a label. */
export function stackOnSheet(pieces: readonly Picture[], width: number, height: number, shade = paper): Picture {
  const used = pieces.reduce((sum, piece) => sum + piece.height, 0)
  const gap = Math.floor((height - used) / (pieces.length + 1))
  let top = gap
  let sheet = blankPicture(width, height, shade)
  for (const piece of pieces) {
    sheet = layOnto(sheet, piece, Math.floor((width - piece.width) / 2), top)
    top += piece.height + gap
  }
  return sheet
}

/** A video for Chromium's fake camera, which plays it in a loop: YUV4MPEG2. */
export function writeFilm({ width, height, pixels }: Picture, frames: number): Buffer {
  const colours = Buffer.alloc((width / 2) * (height / 2) * 2, 128)
  const head = Buffer.from(`YUV4MPEG2 W${String(width)} H${String(height)} F10:1 Ip A1:1 C420mpeg2\n`)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(pixels.buffer), colours])
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame)])
}

/** Reads the kind of PNG that the code renderer and the browser make: 8 bits per channel, not interlaced. */
export function readPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = [1, 0, 3, 0, 2, 0, 4][png[25] ?? 1] ?? 0
  if (png[24] !== 8 || channels === 0) throw new Error('This is another kind of PNG.')
  const rows = inflateSync(Buffer.concat(findParts(png, 'IDAT')))
  const stride = width * channels
  const plain = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) unfilter(rows, plain, y, stride, channels)
  const pixels = new Uint8ClampedArray(width * height)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = plain[at * channels] ?? 0
  return { width, height, pixels }
}

function findParts(png: Buffer, name: string): readonly Buffer[] {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === name) parts.push(png.subarray(at + 8, at + 8 + size))
    at += size + 12
  }
  return parts
}

/** Undoes the row's PNG filter: none, left, above, average, or Paeth. */
function unfilter(rows: Uint8Array, plain: Uint8Array, y: number, stride: number, channels: number): void {
  const filter = rows[y * (stride + 1)]
  const from = y * (stride + 1) + 1
  const to = y * stride
  for (let x = 0; x < stride; x += 1) {
    const left = x < channels ? 0 : (plain[to + x - channels] ?? 0)
    const up = y === 0 ? 0 : (plain[to - stride + x] ?? 0)
    const corner = x < channels || y === 0 ? 0 : (plain[to - stride + x - channels] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter ?? 0] ?? 0
    plain[to + x] = (rows[from + x] ?? 0) + guess
  }
}

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

import {
  defaultReaderOptions,
  encodeFormats,
  textModes,
  type ZXingReaderModule,
  type ZXingReaderOptions,
} from 'zxing-wasm/reader'
import { codeFormats, isSame, linearFormats, readCode, type ReadCode, withoutFragments } from './read-code.ts'

/** The memory of the WebAssembly reader, which the package's types leave out. A picture must be in this memory to be read. */
interface ReaderMemory {
  readonly HEAPU8: Uint8Array
  readonly _malloc: (bytes: number) => number
  readonly _free: (address: number) => void
}

/** Found codes stay in the reader's memory until `delete` is called. The package's types leave out `delete`, too. */
interface Releasable {
  readonly delete: () => void
}

/** A found code. `lines`: how many lines of the picture show the code, if it is a bar code. */
interface FoundCode {
  readonly code: ReadCode
  readonly lines: number
}

export type CodeReader = ReturnType<typeof createCodeReader>

/** Additional passes for codes that the quick pass does not find. */
const extraLooks = ['tilted', 'blurred', 'tiny', 'inverted'] as const

type ExtraLook = (typeof extraLooks)[number]

/** One in this many camera frames gets an additional pass. The pass can find further codes of a label that the quick pass misses. */
const extraEvery = 4

/** The largest number of lines in each direction that are searched for bar codes. More lines would hardly find more codes. */
const linesEachWay = 240

/** A bar code that is visible on this many lines is complete. Parts of tilted codes are visible on two or three lines. */
const linesOfWhole = 10

/** A picture is also read scaled down by this factor, which helps with blurred codes. */
const smaller = 3

/** A picture is scaled down only if its longer side is longer than this, in pixels. */
const smallest = 500

/** The angles of the tilted scan lines, in degrees. A level line cannot cross the whole of a bar code tilted by over 15 degrees. */
const tilts = [20, -20] as const

/** The number of values per pixel along a line. Bars hardly wider than a pixel can only be separated with values between pixels. */
const zoom = 4

/**
 * Reads the codes of camera frames and pictures. A quick pass finds most codes. Slow further passes find tilted, blurred and tiny codes. A
 * picture gets all passes. A camera frame gets a further pass if the quick pass was not enough. One in `extraEvery` frames gets a further
 * pass in any case.
 */
export function createCodeReader(zxing: ZXingReaderModule) {
  const memory = zxing as ZXingReaderModule & ReaderMemory
  const grey = createRoom(memory)
  const scratch = createRoom(memory)
  let frames = 0

  const decode = (address: number, { width, height }: Size, options: ZXingReaderOptions): readonly FoundCode[] => {
    const found = zxing.readBarcodesFromPixmap(address, width, height, options) as ReturnType<
      ZXingReaderModule['readBarcodesFromPixmap']
    > &
      Releasable
    const codes = Array.from({ length: found.size() }, (_, index) => found.get(index))
    found.delete()
    return codes.flatMap((result) =>
      result === undefined ? [] : [{ code: readCode(result.format, result.text), lines: result.lineCount }],
    )
  }

  /**
   * Reads a picture that `write` makes from the grey picture. Makes new views of the memory each time, because views are lost when the
   * memory grows.
   */
  const readMade = (
    size: Size,
    made: Size,
    write: (picture: GreyPicture, values: Uint8Array) => void,
    options: ZXingReaderOptions,
  ): readonly FoundCode[] => {
    const bytes = made.width * made.height
    if (bytes === 0) return []
    const address = scratch.reserve(bytes)
    write({ ...size, pixels: grey.view(size.width * size.height) }, scratch.view(bytes))
    return decode(address, made, options)
  }

  const readAlong = (size: Size, lines: ScanLines, options: ZXingReaderOptions): readonly FoundCode[] =>
    readMade(
      size,
      { width: size.width * lines.zoom, height: lines.count },
      (picture, values) => writeScanLines(picture, lines, values),
      options,
    )

  const lookQuickly = (
    address: number,
    size: Size,
    lines: number,
    options: ZXingReaderOptions,
  ): readonly FoundCode[] => {
    const { width, height } = size
    const rows = stepOf(height, lines)
    const columns = stepOf(width, lines)
    return [
      ...decode(address, size, options),
      ...readMade(
        size,
        { width, height: Math.floor(height / rows) },
        (picture, values) => writeRows(picture, rows, values),
        across,
      ),
      ...readMade(
        size,
        { width: height, height: Math.floor(width / columns) },
        (picture, values) => writeColumns(picture, columns, values),
        across,
      ),
    ]
  }

  const lookTilted = (size: Size): readonly FoundCode[] =>
    tilts.flatMap((degrees) => readAlong(size, { degrees, count: countLines(size, 4, 120), zoom: 1 }, acrossTilted))

  const lookSmaller = (size: Size): readonly FoundCode[] =>
    Math.max(size.width, size.height) <= smallest
      ? []
      : readMade(
          size,
          { width: Math.floor(size.width / smaller), height: Math.floor(size.height / smaller) },
          (picture, values) => writeSmaller(picture, smaller, values),
          blurred,
        )

  const lookMagnified = (size: Size): readonly FoundCode[] =>
    readAlong(size, { degrees: 0, count: countLines(size, 12, 40), zoom }, across)

  const read = (picture: ColourPicture, extra: readonly ExtraLook[], lines: number): readonly ReadCode[] => {
    const size = { width: picture.width, height: picture.height }
    const bytes = size.width * size.height
    const address = grey.reserve(bytes)
    writeGrey(picture, grey.view(bytes))
    const found = [...lookQuickly(address, size, lines, extra.includes('inverted') ? areasAndInverted : areas)]
    // A code without a check digit that is visible on only a few lines may be a part of a tilted code. If no other code was found, tilted
    // lines are searched, too.
    if (extra.includes('tilted') || !found.some(({ code, lines: count }) => code.sure || count >= linesOfWhole))
      found.push(...lookTilted(size))
    const isNothing = found.length === 0
    if (extra.includes('blurred') || isNothing) found.push(...lookSmaller(size))
    if (extra.includes('tiny') || isNothing) found.push(...lookMagnified(size))
    const codes = found.map(({ code }) => code)
    return withoutFragments(codes.filter((code, index) => codes.findIndex((other) => isSame(other, code)) === index))
  }

  return {
    /** Reads one frame of a live camera. Each call counts the frame, and may run one additional pass. */
    readFrame: (frame: ColourPicture): readonly ReadCode[] => {
      frames += 1
      const turn = frames / extraEvery
      const extra = Number.isInteger(turn) ? extraLooks[turn % extraLooks.length] : undefined
      return read(frame, extra === undefined ? [] : [extra], linesEachWay)
    },
    readPicture: (picture: ColourPicture): readonly ReadCode[] => read(picture, extraLooks, Number.POSITIVE_INFINITY),
  }
}

type Size = Pick<GreyPicture, 'width' | 'height'>

/** Returns the step between the rows to read, so that at most `lines` rows are read. A step of 1 reads all rows. */
const stepOf = (length: number, lines: number): number => Math.max(1, Math.ceil(length / lines))

/** Returns the number of lines. There is one line for each `gap` pixels of height, but at most `most` lines. */
const countLines = ({ height }: Size, gap: number, most: number): number => Math.min(most, Math.floor(height / gap))

/** Memory of the reader that is reused for each picture. */
function createRoom(memory: ReaderMemory) {
  const { _malloc: allocate, _free: free } = memory
  let address = 0
  let size = 0
  return {
    /** Returns the address of at least this many bytes. The former content of the memory is lost. */
    reserve: (bytes: number): number => {
      if (bytes <= size) return address
      if (size > 0) free(address)
      size = 0
      address = allocate(bytes)
      if (address === 0) throw new Error('The reader has no memory left for a picture.')
      size = bytes
      return address
    },
    /** Returns the first `bytes` reserved bytes. The view is valid until the reader is called again. */
    view: (bytes: number): Uint8Array => memory.HEAPU8.subarray(address, address + bytes),
  }
}

const all: ZXingReaderOptions = {
  ...defaultReaderOptions,
  formats: encodeFormats([...codeFormats]),
  textMode: textModes.indexOf('Plain'),
  // Each of these options is an index into a list of the reader. The zeros mean "local average", "ignore" and "unknown".
  binarizer: 0,
  eanAddOnSymbol: 0,
  characterSet: 0,
  tryInvert: false,
  tryDownscale: false,
}

/** Options for codes that are not bar codes, such as QR codes. */
const areas: ZXingReaderOptions = {
  ...all,
  formats: encodeFormats(codeFormats.filter((format) => !linearFormats.includes(format))),
}

/** Options that also find codes in white on black. */
const areasAndInverted: ZXingReaderOptions = { ...areas, tryInvert: true }

/** Options that read a large picture a second time, scaled down. */
const blurred: ZXingReaderOptions = { ...all, tryDownscale: true }

/** Options for scan lines. Reading from top to bottom is off, because the lines only have a meaning from side to side. */
const across: ZXingReaderOptions = { ...all, formats: encodeFormats([...linearFormats]), tryRotate: false }
const acrossTilted: ZXingReaderOptions = { ...across, formats: encodeFormats([...linearFormats, 'PDF417']) }

/** A picture with one byte per pixel, row by row. 0 is black, and 255 is white. */
interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A picture with four bytes per pixel, as a canvas returns it. */
interface ColourPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Writes the brightness of each pixel into `pixels`. The colours have the same weights as in the code reader. */
function writeGrey({ data }: ColourPicture, pixels: Uint8Array): void {
  for (let to = 0, from = 0; from < data.length; to += 1, from += 4)
    pixels[to] = (306 * (data[from] ?? 0) + 601 * (data[from + 1] ?? 0) + 117 * (data[from + 2] ?? 0) + 512) >> 10
}

/** Writes the picture scaled down. Each new pixel is the mean of a square of `side` times `side`. */
function writeSmaller(picture: GreyPicture, side: number, pixels: Uint8Array): void {
  const { width } = picture
  const area = side * side
  const columns = Math.floor(width / side)
  const rows = Math.floor(picture.height / side)
  let to = 0
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let sum = 0
      let from = row * side * width + column * side
      for (let down = 0; down < side; down += 1, from += width - side)
        for (let along = 0; along < side; along += 1) sum += picture.pixels[from++] ?? 0
      pixels[to++] = sum / area
    }
}

function writeRows({ width, height, pixels }: GreyPicture, step: number, values: Uint8Array): void {
  for (let row = 0; row < Math.floor(height / step); row += 1) {
    const from = (row * step + (step >> 1)) * width
    values.set(pixels.subarray(from, from + width), row * width)
  }
}

/** Writes every `step`th column of the picture as a row. */
function writeColumns({ width, height, pixels }: GreyPicture, step: number, values: Uint8Array): void {
  const columns = Math.floor(width / step)
  for (let row = 0; row < height; row += 1) {
    let from = row * width + (step >> 1)
    for (let column = 0; column < columns; column += 1, from += step) values[column * height + row] = pixels[from] ?? 0
  }
}

/** Scan lines across a picture, one below the other. `zoom` is the number of values per pixel along a line. */
interface ScanLines {
  readonly degrees: number
  readonly count: number
  readonly zoom: number
}

/**
 * Writes the brightness along lines that cross the picture at an angle. The lines are evenly spaced over the picture's height.
 * Values between pixels are interpolated. Points outside the picture are white.
 */
function writeScanLines(picture: GreyPicture, lines: ScanLines, values: Uint8Array): void {
  const { width, height, pixels } = picture
  const { count, zoom } = lines
  const angle = (lines.degrees * Math.PI) / 180
  const length = width * zoom
  const [alongX, alongY] = [Math.cos(angle) / zoom, Math.sin(angle) / zoom]
  const gap = height / count
  let to = 0
  for (let line = 0; line < count; line += 1) {
    const offset = gap * (line + 0.5 - count / 2)
    let x = width / 2 - (alongX * length) / 2 - Math.sin(angle) * offset
    let y = height / 2 - (alongY * length) / 2 + Math.cos(angle) * offset
    for (let step = 0; step < length; step += 1, x += alongX, y += alongY) {
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) {
        values[to++] = 255
        continue
      }
      const left = Math.floor(x)
      const top = Math.floor(y)
      const at = top * width + left
      const upper = mix(pixels[at] ?? 0, pixels[at + 1] ?? 0, x - left)
      const lower = mix(pixels[at + width] ?? 0, pixels[at + width + 1] ?? 0, x - left)
      values[to++] = mix(upper, lower, y - top)
    }
  }
}

const mix = (one: number, other: number, share: number): number => one + (other - one) * share

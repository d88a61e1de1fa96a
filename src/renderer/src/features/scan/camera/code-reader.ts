import {
  defaultReaderOptions,
  encodeFormats,
  textModes,
  type ZXingReaderModule,
  type ZXingReaderOptions,
} from 'zxing-wasm/reader'
import {
  writeColumns,
  writeGrey,
  writeRows,
  writeScanLines,
  writeSmaller,
  type ColourPicture,
  type GreyPicture,
  type ScanLines,
} from './grey-picture.ts'
import { codeFormats, isSame, linearFormats, readCode, withoutFragments, type ReadCode } from './read-code.ts'

/** The memory of the WebAssembly reader. Pictures must be in this memory to be read. The package's types leave it out. */
interface ReaderMemory {
  readonly HEAPU8: Uint8Array
  readonly _malloc: (bytes: number) => number
  readonly _free: (address: number) => void
}

/** Found codes stay in the same memory until they are released. The types leave that out as well. */
interface Releasable {
  readonly delete: () => void
}

/** A code, and how many lines show it if it consists of bars. */
interface FoundCode {
  readonly code: ReadCode
  readonly lines: number
}

export type CodeReader = ReturnType<typeof createCodeReader>

/** Additional passes for codes that the quick pass does not find. */
const extraLooks = ['tilted', 'blurred', 'tiny', 'inverted'] as const

type ExtraLook = (typeof extraLooks)[number]

/** Every `extraEvery`th camera frame gets the next additional pass, because a label may have other codes that are harder to read. */
const extraEvery = 4

/** The most lines in each direction that are searched for bar codes. More lines hardly find more. */
const linesEachWay = 240

/** A bar code that is visible on this many lines is complete. Parts of tilted codes are visible on two or three lines. */
const linesOfWhole = 10

/** A picture is also read scaled down by this factor, which helps with blurred codes. */
const smaller = 3

/** In pixels. A picture is scaled down only if its longer side is longer than this. */
const smallest = 500

/** In degrees. If a long bar code is tilted by more than about 15 degrees, a straight scan line does not cross all of it. */
const tilts = [20, -20] as const

/** Values per pixel along a line. Bars hardly wider than a pixel can only be separated with values between the pixels. */
const zoom = 4

/**
 * Reads the codes of camera frames and pictures. A quick pass finds most of them. Passes for tilted, blurred and tiny codes take as
 * long again, so a frame gets them only if nothing certain was found, or one of them in turn.
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

  /** Reads a picture that is derived from the grey one. No view of the memory is kept, because the memory moves when it grows. */
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
    // A code without a check digit that only a few lines show may be a part of a tilted one.
    if (extra.includes('tilted') || !found.some(({ code, lines: count }) => code.sure || count >= linesOfWhole))
      found.push(...lookTilted(size))
    const isNothing = found.length === 0
    if (extra.includes('blurred') || isNothing) found.push(...lookSmaller(size))
    if (extra.includes('tiny') || isNothing) found.push(...lookMagnified(size))
    const codes = found.map(({ code }) => code)
    return withoutFragments(codes.filter((code, index) => codes.findIndex((other) => isSame(other, code)) === index))
  }

  return {
    /** Reads one of many camera frames. */
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

/** The step between the rows that are read, so that there are at most `lines` of them. 1 reads all rows. */
const stepOf = (length: number, lines: number): number => Math.max(1, Math.ceil(length / lines))

/** The number of lines: one for each `gap` pixels of height, but at most `most`. */
const countLines = ({ height }: Size, gap: number, most: number): number => Math.min(most, Math.floor(height / gap))

/** Memory of the reader that is reused for each picture. */
function createRoom(memory: ReaderMemory) {
  const { _malloc: allocate, _free: free } = memory
  let address = 0
  let size = 0
  return {
    /** Returns the address of this many bytes. Their former content is lost. */
    reserve: (bytes: number): number => {
      if (bytes <= size) return address
      if (size > 0) free(address)
      size = 0
      address = allocate(bytes)
      if (address === 0) throw new Error('The reader has no memory left for a picture.')
      size = bytes
      return address
    },
    /** The reserved bytes. Valid until the reader is called again. */
    view: (bytes: number): Uint8Array => memory.HEAPU8.subarray(address, address + bytes),
  }
}

const all: ZXingReaderOptions = {
  ...defaultReaderOptions,
  formats: encodeFormats([...codeFormats]),
  textMode: textModes.indexOf('Plain'),
  // Each 0 is the index of the first element in the reader's list: local average, ignore, unknown.
  binarizer: 0,
  eanAddOnSymbol: 0,
  characterSet: 0,
  tryInvert: false,
  tryDownscale: false,
}

/** Codes that consist of more than bars. */
const areas: ZXingReaderOptions = {
  ...all,
  formats: encodeFormats(codeFormats.filter((format) => !linearFormats.includes(format))),
}

/** Codes in white on black. The reader does not search for inverted bar codes. */
const areasAndInverted: ZXingReaderOptions = { ...areas, tryInvert: true }

/** Also reads large pictures scaled down once more. */
const blurred: ZXingReaderOptions = { ...all, tryDownscale: true }

/** For scan lines, which have no meaning from top to bottom. */
const across: ZXingReaderOptions = { ...all, formats: encodeFormats([...linearFormats]), tryRotate: false }
const acrossTilted: ZXingReaderOptions = { ...across, formats: encodeFormats([...linearFormats, 'PDF417']) }

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

/** The memory of the WebAssembly reader, which reads pictures that lie in it. The package's own types leave it out. */
interface ReaderMemory {
  readonly HEAPU8: Uint8Array
  readonly _malloc: (bytes: number) => number
  readonly _free: (address: number) => void
}

/** The codes found lie in the same memory until they are released, which the types leave out as well. */
interface Releasable {
  readonly delete: () => void
}

/** A code, and how many lines show it if it is made of bars. */
interface FoundCode {
  readonly code: ReadCode
  readonly lines: number
}

export type CodeReader = ReturnType<typeof createCodeReader>

/** The looks for codes that the quick look does not find. */
const extraLooks = ['tilted', 'blurred', 'tiny', 'inverted'] as const

type ExtraLook = (typeof extraLooks)[number]

/**
 * Every so many camera frames get the next of these looks, whatever was found: a label may have other codes that are
 * harder to read.
 */
const extraEvery = 4

/** At most so many lines in each direction are searched for bar codes. More of them read hardly more. */
const linesEachWay = 240

/** A bar code that so many lines show is whole. Parts of tilted ones are shown by two or three. */
const linesOfWhole = 10

/** A picture is also read scaled down by this factor, which helps with blurred codes. */
const smaller = 3

/** In pixels. A picture whose longer side is not longer is not scaled down. */
const smallest = 500

/** In degrees. A straight scan line leaves a long bar code at its side if that is tilted by more than about 15. */
const tilts = [20, -20] as const

/** Bars of hardly more than a pixel are told apart only if the line between the pixels is drawn as well. */
const zoom = 4

/**
 * Reads the codes of camera frames and pictures. A quick look finds most of them. Looks for tilted, blurred and tiny
 * codes take as long again, so a frame gets them only if nothing certain was found, or one of them in its turn.
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

  /** Reads a picture that is made from the one in grey. Nothing that points into the memory is kept: it moves when it grows. */
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
    // A code without a check digit that few lines show may be a part of a tilted one.
    if (extra.includes('tilted') || !found.some(({ code, lines: count }) => code.sure || count >= linesOfWhole))
      found.push(...lookTilted(size))
    const isNothing = found.length === 0
    if (extra.includes('blurred') || isNothing) found.push(...lookSmaller(size))
    if (extra.includes('tiny') || isNothing) found.push(...lookMagnified(size))
    const codes = found.map(({ code }) => code)
    return withoutFragments(codes.filter((code, index) => codes.findIndex((other) => isSame(other, code)) === index))
  }

  return {
    /** Reads one of many frames of a camera. */
    readFrame: (frame: ColourPicture): readonly ReadCode[] => {
      frames += 1
      const turn = frames / extraEvery
      const extra = Number.isInteger(turn) ? extraLooks[turn % extraLooks.length] : undefined
      return read(frame, extra === undefined ? [] : [extra], linesEachWay)
    },
    /** Reads a picture of which there is only one. */
    readPicture: (picture: ColourPicture): readonly ReadCode[] => read(picture, extraLooks, Number.POSITIVE_INFINITY),
  }
}

type Size = Pick<GreyPicture, 'width' | 'height'>

/** Of how many rows one is read, so that there are at most so many lines; 1 if all are. */
const stepOf = (length: number, lines: number): number => Math.max(1, Math.ceil(length / lines))

/** One line for each `gap` pixels of the height, and at most so many. */
const countLines = ({ height }: Size, gap: number, most: number): number => Math.min(most, Math.floor(height / gap))

/** Memory of the reader that is used again for each picture. */
function createRoom(memory: ReaderMemory) {
  const { _malloc: allocate, _free: free } = memory
  let address = 0
  let size = 0
  return {
    /** Returns the address of so many bytes. What was there before is lost. */
    reserve: (bytes: number): number => {
      if (bytes <= size) return address
      if (size > 0) free(address)
      size = 0
      address = allocate(bytes)
      if (address === 0) throw new Error('The reader has no memory left for a picture.')
      size = bytes
      return address
    },
    /** The reserved bytes, until the reader is called again. */
    view: (bytes: number): Uint8Array => memory.HEAPU8.subarray(address, address + bytes),
  }
}

const all: ZXingReaderOptions = {
  ...defaultReaderOptions,
  formats: encodeFormats([...codeFormats]),
  textMode: textModes.indexOf('Plain'),
  // These stand at the first place of their lists: local average, ignore, unknown.
  binarizer: 0,
  eanAddOnSymbol: 0,
  characterSet: 0,
  tryInvert: false,
  tryDownscale: false,
}

/** Codes that are more than bars. */
const areas: ZXingReaderOptions = {
  ...all,
  formats: encodeFormats(codeFormats.filter((format) => !linearFormats.includes(format))),
}

/** White on black. The reader does not look for bar codes like that. */
const areasAndInverted: ZXingReaderOptions = { ...areas, tryInvert: true }

/** Of a large picture, what was scaled down is scaled down again. */
const blurred: ZXingReaderOptions = { ...all, tryDownscale: true }

/** For scan lines, which mean nothing from top to bottom. */
const across: ZXingReaderOptions = { ...all, formats: encodeFormats([...linearFormats]), tryRotate: false }
const acrossTilted: ZXingReaderOptions = { ...across, formats: encodeFormats([...linearFormats, 'PDF417']) }

import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library'
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import { readFileSync } from 'node:fs'
import { codeFormats } from '../../src/renderer/src/features/scan/camera/read-code.ts'
import { inProject } from '../../scripts/lib/project.mjs'
import type { CodeFrame } from './camera-frames.ts'

/** Reads the codes of one frame. */
export type FrameReader = (frame: CodeFrame) => Promise<readonly string[]>

/** The browser's image data and rectangle, as far as the reader needs them in Node. */
class Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data
    this.width = width
    this.height = height
  }
}

/** The position of a code, which the benchmark does not use. */
class Rectangle {
  readonly x = 0
}

/** The app's reader, as its worker uses it. */
export async function makeOurReader(): Promise<FrameReader> {
  Object.assign(globalThis, { ImageData: Pixels, DOMRectReadOnly: Rectangle })
  const wasmBinary = readFileSync(inProject('node_modules', 'zxing-wasm', 'dist', 'reader', 'zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer }, fireImmediately: true })
  const detector = new BarcodeDetector({ formats: [...codeFormats] })
  return async ({ width, height, colours }) =>
    (await detector.detect(new ImageData(colours, width, height))).map(({ rawValue }) => rawValue)
}

/** The other reader, set to try hardest, for the same kinds. */
export function makePeerReader(): FrameReader {
  const reader = new MultiFormatReader()
  reader.setHints(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.TRY_HARDER, true],
      [
        DecodeHintType.POSSIBLE_FORMATS,
        [
          BarcodeFormat.CODE_128,
          BarcodeFormat.CODE_39,
          BarcodeFormat.EAN_13,
          BarcodeFormat.EAN_8,
          BarcodeFormat.UPC_A,
          BarcodeFormat.UPC_E,
          BarcodeFormat.ITF,
          BarcodeFormat.QR_CODE,
          BarcodeFormat.DATA_MATRIX,
          BarcodeFormat.PDF_417,
        ],
      ],
    ]),
  )
  return ({ width, height, colours }) => {
    const source = new RGBLuminanceSource(new Int32Array(colours.buffer), width, height)
    try {
      return Promise.resolve([reader.decodeWithState(new BinaryBitmap(new HybridBinarizer(source))).getText()])
    } catch {
      // Throws if it finds nothing.
      return Promise.resolve([])
    }
  }
}

import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library'
import { startReader } from '../fakes/start-reader.ts'
import type { CodeFrame } from './camera-frames.ts'

/** Reads the codes of one frame. */
export type FrameReader = (frame: CodeFrame) => Promise<readonly string[]>

/** The app's reader, as its worker makes it for the frames of a camera. */
export async function makeOurReader(): Promise<FrameReader> {
  const { readFrame } = await startReader()
  return ({ width, height, colours }) =>
    Promise.resolve(readFrame({ width, height, data: colours }).map(({ text }) => text))
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

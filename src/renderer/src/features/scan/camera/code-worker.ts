import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readingSize, codeFormats, readCode, type ReadCode } from './read-code.ts'

/** A camera frame, or a picture as a file. The answer has the same `id`. */
export interface CodeRequest {
  readonly id: number
  readonly image: ImageBitmap | Blob
}

/** `not-a-picture`: the file could not be opened as a picture. */
export type CodeReply =
  | { readonly id: number; readonly codes: readonly ReadCode[] }
  | { readonly id: number; readonly problem: 'not-a-picture' | 'broken' }

// Loads the reader from the app's own files. By default it would be loaded from the Internet.
prepareZXingModule({ overrides: { locateFile: () => readerUrl } })
const detector = new BarcodeDetector({ formats: [...codeFormats] })

async function answer({ id, image }: CodeRequest): Promise<CodeReply> {
  const bitmap = image instanceof Blob ? await createImageBitmap(image).catch(() => undefined) : image
  if (bitmap === undefined) return { id, problem: 'not-a-picture' }
  const found = await detector.detect(takePixels(bitmap))
  return { id, codes: found.map(({ format, rawValue }) => readCode(format, rawValue)) }
}

function takePixels(bitmap: ImageBitmap): ImageData {
  const { width, height } = readingSize(bitmap.width, bitmap.height)
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is nothing to draw a picture on.')
  // Transparent parts count as white paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}

async function reply(request: CodeRequest): Promise<void> {
  try {
    postMessage(await answer(request))
  } catch {
    postMessage({ id: request.id, problem: 'broken' } satisfies CodeReply)
  }
}

addEventListener('message', ({ data }: MessageEvent<CodeRequest>) => void reply(data))

import { prepareZXingModule } from 'zxing-wasm/reader'
import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { createCodeReader } from './code-reader.ts'
import { readingSize, type ReadCode } from './read-code.ts'

/** A camera frame or a picture file to read. The reply has the same `id`. */
export interface CodeRequest {
  readonly id: number
  readonly image: ImageBitmap | Blob
}

/** `not-a-picture`: the file could not be opened as a picture. */
export type CodeReply =
  | { readonly id: number; readonly codes: readonly ReadCode[] }
  | { readonly id: number; readonly problem: 'not-a-picture' | 'broken' }

// Loads the reader from the app's own files. By default, the package loads it from the Internet.
const starting = prepareZXingModule({ overrides: { locateFile: () => readerUrl }, fireImmediately: true }).then(
  createCodeReader,
)
// The error is ignored at this place, because a reader that does not start is reported with each picture.
starting.catch(() => undefined)

async function answer({ id, image }: CodeRequest): Promise<CodeReply> {
  const bitmap = image instanceof Blob ? await createImageBitmap(image).catch(() => undefined) : image
  if (bitmap === undefined) return { id, problem: 'not-a-picture' }
  const reader = await starting
  const pixels = takePixels(bitmap)
  return { id, codes: image instanceof Blob ? reader.readPicture(pixels) : reader.readFrame(pixels) }
}

function takePixels(bitmap: ImageBitmap): ImageData {
  const { width, height } = readingSize(bitmap.width, bitmap.height)
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is nothing to draw a picture on.')
  // Transparent parts of a picture become white, like paper.
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

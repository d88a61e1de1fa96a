import { aimRegion } from './aim-region.ts'
import type { CodeClient, CodeReading } from './code-client.ts'

/** Milliseconds between two frames that are read: a cheap laptop has other work as well. */
const rest = 40

/**
 * Shows the camera's picture in the element, and reads what stands in its frame again and again; `at` in milliseconds.
 * Returns the function that ends it.
 */
export function readFrames(
  video: HTMLVideoElement,
  stream: MediaStream,
  client: CodeClient,
  tell: (reading: CodeReading, at: number) => void,
): () => void {
  const ending = new AbortController()
  const run = async (): Promise<void> => {
    video.srcObject = stream
    await video.play().catch(() => undefined)
    while (!ending.signal.aborted) {
      const frame = document.hidden ? undefined : await grab(video)
      const reading = frame === undefined ? undefined : await client.read(frame)
      if (ending.signal.aborted) return
      if (reading !== undefined) tell(reading, performance.now())
      // A reader that does not work will not work with the next frame either.
      if (reading?.ok === false) return
      await new Promise((resolve) => {
        setTimeout(resolve, rest)
      })
    }
  }
  void run()
  return () => {
    ending.abort()
    video.srcObject = null
  }
}

/** What stands in the frame to aim at; nothing while the camera has not shown anything. */
async function grab(video: HTMLVideoElement): Promise<ImageBitmap | undefined> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  const { x, y, width, height } = aimRegion(video.videoWidth, video.videoHeight)
  return await createImageBitmap(video, x, y, width, height).catch(() => undefined)
}

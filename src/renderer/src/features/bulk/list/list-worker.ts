import type { ListReply, ListRequest } from './list-client.ts'
import { createListService, type CheckProgress } from './list-reader.ts'

/** Milliseconds between progress messages. The technician could not read faster changes. */
const pauseMs = 100

const service = createListService()

async function reply({ id, name, values }: ListRequest): Promise<void> {
  let told = performance.now()
  const onProgress = (progress: CheckProgress): void => {
    if (performance.now() - told < pauseMs) return
    told = performance.now()
    postMessage({ id, progress } satisfies ListReply)
  }
  // The cast is safe, because the page sends the arguments of this function.
  const call = service[name] as (...values: readonly unknown[]) => Promise<unknown>
  try {
    postMessage({ id, answer: await call(...values, onProgress) } satisfies ListReply)
  } catch {
    postMessage({ id, failed: true } satisfies ListReply)
  }
}

addEventListener('message', ({ data }: MessageEvent<ListRequest>) => void reply(data))

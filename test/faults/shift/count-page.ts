import type { CDPSession, Page } from 'playwright'

/** What the page holds at one moment. Bytes for memory. */
export interface PageCount {
  /** After a forced collection: JavaScript objects, those of the browser that they hold, and buffers. */
  readonly heap: number
  readonly documents: number
  readonly nodes: number
  readonly listeners: number
  readonly workers: number
}

/** Counts at the moment of the call. The page must show the same each time. */
export async function createPageCounter(page: Page): Promise<() => Promise<PageCount>> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  return async () => {
    // What a finalizer lets go of in one collection is collected in the next.
    for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
    const { documents, nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
    return { heap: await measureHeap(session), documents, nodes, listeners, workers: page.workers().length }
  }
}

async function measureHeap(session: CDPSession): Promise<number> {
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return usedSize + embedderHeapUsedSize + backingStorageSize
}

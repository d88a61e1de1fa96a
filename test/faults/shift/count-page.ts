import type { CDPSession, Page } from 'playwright'

/** What the page holds at one moment. Bytes for memory. */
export interface PageCount {
  /** After a forced collection: JavaScript objects, those of the browser that they hold, and buffers. */
  readonly heap: number
  readonly documents: number
  /** Those that the page shows, and those that only something in it still holds. */
  readonly shownNodes: number
  readonly looseNodes: number
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
    const shownNodes = await page.evaluate(countShownNodes)
    return {
      heap: await measureHeap(session),
      documents,
      shownNodes,
      looseNodes: nodes - shownNodes,
      listeners,
      workers: page.workers().length,
    }
  }
}

async function measureHeap(session: CDPSession): Promise<number> {
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage')
  return usedSize + embedderHeapUsedSize + backingStorageSize
}

/** Runs in the page. */
function countShownNodes(): number {
  const walker = document.createTreeWalker(document)
  let count = 1
  while (walker.nextNode() !== null) count += 1
  return count
}

import type { CDPSession, Page } from 'playwright'

/** What the page holds at one moment. Bytes for memory. */
export interface PageCount {
  /**
   * After a forced collection: JavaScript objects, and those of the browser that they hold. Without compiled code, of which there
   * is more the longer a page is used, and without what the browser records of requests for its debugger.
   */
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
    // What a finalizer releases in one collection is freed in the next.
    for (let turn = 0; turn < 3; turn += 1) await session.send('HeapProfiler.collectGarbage')
    const { documents, nodes, jsEventListeners: listeners } = await session.send('Memory.getDOMCounters')
    const shownNodes = await page.evaluate(countShownNodes)
    const heap = measureSnapshot(JSON.parse(await takeSnapshot(session)) as HeapSnapshot)
    return { heap, documents, shownNodes, looseNodes: nodes - shownNodes, listeners, workers: page.workers().length }
  }
}

/** Runs in the page. */
function countShownNodes(): number {
  const walker = document.createTreeWalker(document)
  let count = 1
  while (walker.nextNode() !== null) count += 1
  return count
}

/** The parts of a heap snapshot that are read: `nodes` has as many numbers for each node as there are fields. */
export interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] }
  }
  readonly nodes: readonly number[]
  readonly strings: readonly string[]
}

async function takeSnapshot(session: CDPSession): Promise<string> {
  const chunks: string[] = []
  const hear = ({ chunk }: { readonly chunk: string }): void => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', hear)
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', hear)
  return chunks.join('')
}

const ofDebugger = /^blink::(?:\w+::)?(?:Network|Inspector)/

/** Bytes of all nodes except compiled code and the debugger's records. */
export function measureSnapshot({ snapshot: { meta }, nodes, strings }: HeapSnapshot): number {
  const fields = meta.node_fields
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  const code = meta.node_types[0].indexOf('code')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += fields.length) {
    const isOurs = nodes[at + type] !== code && !ofDebugger.test(strings[nodes[at + name] ?? 0] ?? '')
    if (isOurs) bytes += nodes[at + size] ?? 0
  }
  return bytes
}

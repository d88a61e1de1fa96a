import { describe, expect, it } from 'vitest'
import {
  createCodeClient,
  type CodeWorker,
} from '../../../../../../src/renderer/src/features/scan/camera/use-label-reading.ts'

/** A worker that answers when the test says so. */
function makeWorker() {
  const heard = new EventTarget()
  const asked: number[] = []
  let ends = 0
  const worker: CodeWorker = {
    addEventListener: heard.addEventListener.bind(heard),
    postMessage: ({ id }: { readonly id: number }) => {
      asked.push(id)
    },
    terminate: () => {
      ends += 1
    },
  }
  return {
    worker,
    asked,
    reply: (data: unknown) => heard.dispatchEvent(new MessageEvent('message', { data })),
    breakDown: () => heard.dispatchEvent(new Event('error')),
    countEnds: () => ends,
  }
}

const picture = new Blob(['a picture'])

describe('the client of the code reader', () => {
  it('gives each picture its own answer, whatever the order of the answers', async () => {
    const { worker, asked, reply } = makeWorker()
    const client = createCodeClient(() => worker)
    const [first, second] = [client.read(picture), client.read(picture)]
    reply({ id: asked[1], codes: [{ text: 'B', sure: true }] })
    reply({ id: asked[0], problem: 'not-a-picture' })
    expect(await first).toEqual({ ok: false, problem: 'not-a-picture' })
    expect(await second).toEqual({ ok: true, codes: [{ text: 'B', sure: true }] })
  })

  it('reports a failure if the worker fails, and starts another worker for the next picture', async () => {
    const workers = [makeWorker(), makeWorker()]
    let begun = 0
    const client = createCodeClient(() => workers[begun++]?.worker ?? makeWorker().worker)
    const lost = client.read(picture)
    workers[0]?.breakDown()
    expect(await lost).toEqual({ ok: false, problem: 'broken' })
    const next = client.read(picture)
    workers[1]?.reply({ id: workers[1].asked[0], codes: [] })
    expect(await next).toEqual({ ok: true, codes: [] })
    client.end()
    expect(workers.map(({ countEnds }) => countEnds())).toEqual([1, 1])
  })
})

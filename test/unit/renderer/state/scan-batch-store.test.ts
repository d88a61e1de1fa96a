import { describe, expect, it, vi } from 'vitest'
import { createScanBatchStore } from '../../../../src/renderer/src/state/scan-batch-store.ts'
import { longestScanBatch } from '../../../../src/shared/domain/scan-batch.ts'
import { createFakeBridge, makeError } from '../../../fakes/bridge.ts'
import { makeWorkday } from '../../../fakes/world.ts'

const setUp = () => {
  const bridge = createFakeBridge(makeWorkday('loopback', 0))
  const open = () => createScanBatchStore(bridge, 'bulk')
  const onDisk = async (): Promise<string> => {
    const reply = await bridge.call('scan-batch.read', { place: 'bulk' })
    return reply.ok ? reply.value.text : ''
  }
  return { bridge, open, onDisk }
}

describe('a scan batch', () => {
  it('is stored with every change, and restored in another window', async () => {
    const { open, onDisk } = setUp()
    const scanBatch = open()
    await scanBatch.bring()
    scanBatch.put('A\n')
    scanBatch.put('A\nB\n')
    await scanBatch.settled()
    expect(await onDisk()).toBe('A\nB')
    scanBatch.put('A\nB\n\n')
    await scanBatch.settled()
    scanBatch.put('A\nB\nC')
    await scanBatch.settled()
    expect(await onDisk()).toBe('A\nB\nC')
    scanBatch.put('A\nB')
    await scanBatch.settled()

    const other = open()
    await other.bring()
    expect(other.getState().text).toBe('A\nB\n')
    other.put('')
    await vi.waitFor(async () => expect(await onDisk()).toBe(''))
  })

  it('keeps both the stored lines and those scanned before they are loaded', async () => {
    const { open, onDisk } = setUp()
    const first = open()
    await first.bring()
    first.put('A')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A'))

    const scanBatch = open()
    scanBatch.put('B')
    await scanBatch.bring()
    expect(scanBatch.getState().text).toBe('A\nB\n')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\nB'))
  })

  it('is loaded again only if it was deleted meanwhile, and then does not come back', async () => {
    const { bridge, open, onDisk } = setUp()
    const scanBatch = open()
    await scanBatch.bringAgain()
    await scanBatch.bring()
    scanBatch.put('A')
    await scanBatch.settled()
    await scanBatch.bringAgain()
    expect(scanBatch.getState().text).toBe('A')

    await bridge.call('scan-batch.save', { place: 'bulk', text: '' })
    await scanBatch.bringAgain()
    expect(scanBatch.getState().text).toBe('')
    scanBatch.put('B')
    await scanBatch.settled()
    expect(await onDisk()).toBe('B')
  })

  it('says whether the last change is stored', async () => {
    const { bridge, open } = setUp()
    const scanBatch = open()
    scanBatch.put('A')
    expect(await scanBatch.settled()).toBe(true)
    bridge.failNext('scan-batch.save', makeError('storage-full'))
    scanBatch.put('A\nB')
    expect(await scanBatch.settled()).toBe(false)
  })

  it('gets the boxes of another window, and does not overwrite them', async () => {
    const { open, onDisk } = setUp()
    const [early, late] = [open(), open()]
    await early.bring()
    await late.bring()
    late.put('A\nB\nC\n')
    await late.settled()
    early.put('D\nE')
    await early.settled()
    expect(early.getState()).toMatchObject({ text: 'A\nB\nC\nD\nE', trouble: undefined })
    expect(await onDisk()).toBe('A\nB\nC\nD\nE')
  })

  it('loses the boxes that another window has saved as jobs, also from its list', async () => {
    const { open, onDisk } = setUp()
    const [first, second] = [open(), open()]
    await first.bring()
    first.put('A\nB\nC')
    await first.settled()
    await second.bring()
    second.take()
    second.settle([1])
    await second.settled()
    first.take()
    first.put('D\n')
    await first.settled()
    expect(first.getState()).toMatchObject({
      text: 'D\n',
      taken: new Map([
        [2, 'B'],
        [3, 'C'],
      ]),
    })
    expect(await onDisk()).toBe('B\nC\nD')
  })

  it('that another window has changed is read first, and its error is shown if that fails', async () => {
    const { bridge, open, onDisk } = setUp()
    const [first, second] = [open(), open()]
    await first.bring()
    await second.bring()
    first.put('A')
    await first.settled()
    bridge.failNext('scan-batch.read', makeError('locked'))
    second.put('B')
    await vi.waitFor(() => expect(second.getState().trouble).toMatchObject({ code: 'locked' }))
    second.put('B\nC')
    await second.settled()
    expect(await onDisk()).toBe('A\nB\nC')
  })

  it('is not overwritten if it could not be loaded, and is loaded with the next change', async () => {
    const { bridge, open, onDisk } = setUp()
    const first = open()
    await first.bring()
    first.put('A')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A'))

    bridge.failNext('scan-batch.read', makeError('locked'))
    const scanBatch = open()
    await scanBatch.bring()
    expect(scanBatch.getState().trouble).toMatchObject({ code: 'locked' })
    scanBatch.put('B')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\nB'))
    expect(scanBatch.getState().trouble).toBeUndefined()
  })

  it('that cannot be stored is reported until the next change can be stored', async () => {
    const { bridge, open, onDisk } = setUp()
    const scanBatch = open()
    await scanBatch.bring()
    bridge.failNext('scan-batch.save', makeError('storage-full'))
    scanBatch.put('A')
    await vi.waitFor(() => expect(scanBatch.getState().trouble).toMatchObject({ code: 'storage-full' }))
    scanBatch.put('x'.repeat(longestScanBatch + 1))
    await vi.waitFor(() => expect(scanBatch.getState().trouble).toBe('too-long'))
    expect(await onDisk()).toBe('')
    scanBatch.put('A\nB')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\nB'))
    expect(scanBatch.getState().trouble).toBeUndefined()
  })
})

describe('the list that is made from a scan batch', () => {
  it('leaves the batch empty, and is stored until its lines are saved', async () => {
    const { open, onDisk } = setUp()
    const scanBatch = open()
    await scanBatch.bring()
    scanBatch.put('A\n\n B\nC\n')
    expect(scanBatch.take()).toBe('A\n B\nC')
    expect(scanBatch.getState().text).toBe('')
    scanBatch.put('D')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\n B\nC\nD'))

    scanBatch.settle([1, 3])
    await vi.waitFor(async () => expect(await onDisk()).toBe(' B\nD'))
    scanBatch.finish()
    await vi.waitFor(async () => expect(await onDisk()).toBe('D'))
  })

  it('becomes a batch again, without the saved lines, if the technician gives the list up', async () => {
    const { open } = setUp()
    const scanBatch = open()
    await scanBatch.bring()
    scanBatch.put('A\nB\nC')
    scanBatch.take()
    scanBatch.settle([2])
    scanBatch.put('D')
    scanBatch.giveBack()
    expect(scanBatch.getState()).toMatchObject({ text: 'A\nC\nD\n', taken: new Map() })
  })

  it('includes lines that were added after it was first made', async () => {
    const { open } = setUp()
    const scanBatch = open()
    await scanBatch.bring()
    scanBatch.put('A')
    scanBatch.take()
    scanBatch.put('B')
    expect(scanBatch.take()).toBe('A\nB')
  })
})

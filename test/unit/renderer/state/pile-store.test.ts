import { describe, expect, it, vi } from 'vitest'
import { createPileStore } from '../../../../src/renderer/src/state/pile-store.ts'
import { longestPile } from '../../../../src/shared/bridge/pile-channels.ts'
import { createFakeBridge, makeError } from '../../../fakes/bridge.ts'
import { makeWorkday } from '../../../fakes/world.ts'

const setUp = () => {
  const bridge = createFakeBridge(makeWorkday('loopback', 0))
  const open = () => createPileStore(bridge, 'bulk')
  const onDisk = async (): Promise<string> => {
    const reply = await bridge.call('pile.read', { place: 'bulk' })
    return reply.ok ? reply.value.text : ''
  }
  return { bridge, open, onDisk }
}

describe('a scan batch', () => {
  it('is stored with every change, and restored in another window', async () => {
    const { open, onDisk } = setUp()
    const pile = open()
    await pile.bring()
    pile.put('A\n')
    pile.put('A\nB\n')
    await pile.settled()
    expect(await onDisk()).toBe('A\nB')
    pile.put('A\nB\n\n')
    await pile.settled()
    pile.put('A\nB\nC')
    await pile.settled()
    expect(await onDisk()).toBe('A\nB\nC')
    pile.put('A\nB')
    await pile.settled()

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

    const pile = open()
    pile.put('B')
    await pile.bring()
    expect(pile.getState().text).toBe('A\nB\n')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\nB'))
  })

  it('that could not be loaded is not overwritten, and is loaded with the next change', async () => {
    const { bridge, open, onDisk } = setUp()
    const first = open()
    await first.bring()
    first.put('A')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A'))

    bridge.failNext('pile.read', makeError('locked'))
    const pile = open()
    await pile.bring()
    expect(pile.getState().trouble).toMatchObject({ code: 'locked' })
    pile.put('B')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\nB'))
    expect(pile.getState().trouble).toBeUndefined()
  })

  it('that cannot be stored says so, until the next change can be stored', async () => {
    const { bridge, open, onDisk } = setUp()
    const pile = open()
    await pile.bring()
    bridge.failNext('pile.save', makeError('storage-full'))
    pile.put('A')
    await vi.waitFor(() => expect(pile.getState().trouble).toMatchObject({ code: 'storage-full' }))
    pile.put('x'.repeat(longestPile + 1))
    await vi.waitFor(() => expect(pile.getState().trouble).toBe('too-long'))
    expect(await onDisk()).toBe('')
    pile.put('A\nB')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\nB'))
    expect(pile.getState().trouble).toBeUndefined()
  })
})

describe('the list of a scan batch', () => {
  it('leaves the batch empty, and is stored until its lines are saved', async () => {
    const { open, onDisk } = setUp()
    const pile = open()
    await pile.bring()
    pile.put('A\n\n B\nC\n')
    expect(pile.take()).toBe('A\n B\nC')
    expect(pile.getState().text).toBe('')
    pile.put('D')
    await vi.waitFor(async () => expect(await onDisk()).toBe('A\n B\nC\nD'))

    pile.settle([1, 3])
    await vi.waitFor(async () => expect(await onDisk()).toBe(' B\nD'))
    pile.finish()
    await vi.waitFor(async () => expect(await onDisk()).toBe('D'))
  })

  it('that is given up becomes a batch again, without its saved lines', async () => {
    const { open } = setUp()
    const pile = open()
    await pile.bring()
    pile.put('A\nB\nC')
    pile.take()
    pile.settle([2])
    pile.put('D')
    pile.giveBack()
    expect(pile.getState()).toMatchObject({ text: 'A\nC\nD\n', taken: new Map() })
  })

  it('includes lines that were added after it was made', async () => {
    const { open } = setUp()
    const pile = open()
    await pile.bring()
    pile.put('A')
    pile.take()
    pile.put('B')
    expect(pile.take()).toBe('A\nB')
  })
})

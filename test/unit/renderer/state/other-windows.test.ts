import { expect, onTestFinished, test, vi } from 'vitest'
import { createOtherWindows } from '../../../../src/renderer/src/state/services.tsx'
const openWindow = () => {
  const channels: BroadcastChannel[] = []
  const windows = createOtherWindows(() => {
    const channel = new BroadcastChannel('test')
    channels.push(channel)
    return channel
  })
  onTestFinished(() => {
    for (const channel of channels) channel.close()
  })
  return { ...windows, channels }
}

test('sends a message to the other window, and not to its own', async () => {
  const [one, other] = [openWindow(), openWindow()]
  const [hereHeard, thereHeard] = [vi.fn(), vi.fn()]
  one.listen(hereHeard)
  const end = other.listen(thereHeard)
  one.tell()
  await vi.waitFor(() => {
    expect(thereHeard).toHaveBeenCalledTimes(1)
  })
  end()
  one.tell()
  other.tell()
  await vi.waitFor(() => {
    expect(hereHeard).toHaveBeenCalledTimes(1)
  })
  expect(thereHeard).toHaveBeenCalledTimes(1)
})

test('opens no channel before first use, and one channel then', () => {
  const one = openWindow()
  expect(one.channels).toHaveLength(0)
  one.listen(() => undefined)()
  one.tell()
  expect(one.channels).toHaveLength(1)
})

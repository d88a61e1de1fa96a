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

test('a message goes to the other windows, and not to the window that sends it', async () => {
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

test('the channel between windows is opened at first use, and only once', () => {
  const one = openWindow()
  expect(one.channels).toHaveLength(0)
  one.listen(() => undefined)()
  one.tell()
  expect(one.channels).toHaveLength(1)
})

import { describe, expect, it } from 'vitest'
import { createSoundPlayer } from '../../../../../src/renderer/src/features/signals/signals.tsx'

/** A sound output that is open after one turn. */
const soundOutput = Promise.resolve()

/** A context that notes its tones. */
function openPlayer() {
  const tones: { readonly pitch: number; readonly start: number }[] = []
  let opened = 0
  let time = 0
  const level = {
    gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
    connect: () => level,
  }
  const context = {
    state: 'running',
    currentTime: 1,
    destination: {},
    close: () => Promise.resolve(),
    createGain: () => level,
    createOscillator: () => {
      const frequency = { value: 0 }
      const start = (at: number) => tones.push({ pitch: frequency.value, start: at })
      return { frequency, connect: () => level, start, stop: () => undefined }
    },
  }
  const open = () => {
    opened += 1
    return Promise.resolve(context as unknown as AudioContext)
  }
  const player = createSoundPlayer(open, () => time)
  return { ...player, tones, opened: () => opened, pass: (milliseconds: number) => (time += milliseconds) }
}

describe('the sounds', () => {
  it('share one audio context, which is opened at the first sound', async () => {
    const player = openPlayer()
    expect(player.opened()).toBe(0)
    player.play('scanned')
    player.play('unread')
    await soundOutput
    expect([player.opened(), player.tones.length]).toEqual([1, 2])
  })

  it('rise for a finished job and fall for one that needs a technician', async () => {
    const player = openPlayer()
    player.play('done')
    player.play('attention')
    await soundOutput
    const [low, high, first, second] = player.tones
    expect(low?.pitch).toBeLessThan(high?.pitch ?? 0)
    expect(low?.start).toBeLessThan(high?.start ?? 0)
    expect(first?.pitch).toBeGreaterThan(second?.pitch ?? Number.POSITIVE_INFINITY)
  })

  it('play once for several results together, but once for each scan', async () => {
    const player = openPlayer()
    player.play('done')
    player.play('done')
    await soundOutput
    expect(player.tones).toHaveLength(2)
    player.pass(1000)
    player.play('done')
    await soundOutput
    expect(player.tones).toHaveLength(4)
    player.play('scanned')
    player.play('scanned')
    await soundOutput
    expect(player.tones).toHaveLength(6)
  })

  it('stop when they are turned off, even one that still waits for the sound output', async () => {
    const player = openPlayer()
    player.play('scanned')
    player.close()
    await soundOutput
    expect([player.opened(), player.tones.length]).toEqual([1, 0])
  })
})

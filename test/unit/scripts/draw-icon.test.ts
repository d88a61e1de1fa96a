import { expect, it } from 'vitest'
import { drawIcon } from '../../../scripts/lib/draw-icon.ts'

it('the icon is drawn as a PNG of the requested size', async () => {
  const image = Buffer.from(await drawIcon(64))
  expect(image.toString('latin1', 1, 4)).toBe('PNG')
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([64, 64])
  expect(image.length).toBeGreaterThan(Buffer.from(await drawIcon(16)).length)
})

import type { RenderOptions } from 'bwip-js/node'
import { describe, expect, it } from 'vitest'
import { drawCode, blankPicture, layOnto, stackOnSheet, type Picture } from '../../../../../fakes/picture.ts'
import { colour, remake, turn } from '../../../../../fakes/spoil-picture.ts'
import { startReader } from '../../../../../fakes/start-reader.ts'

const mac = '001A794C0001'
const code128 = { bcid: 'code128', text: mac, scale: 2, height: 18 }
const qr = { bcid: 'qrcode', text: `MAC:${mac}`, scale: 3 }

/** A camera's frame with codes below each other. */
async function draw(...codes: readonly RenderOptions[]): Promise<Picture> {
  return stackOnSheet(await Promise.all(codes.map(drawCode)), 640, 480, 250)
}

const asSeen = (picture: Picture) => ({ ...picture, data: colour(picture.pixels) })

const invert = (picture: Picture): Picture =>
  remake(picture, (x, y) => 255 - (picture.pixels[y * picture.width + x] ?? 0))

const tiltedFrame = async () => asSeen(turn(await draw(code128), 25, 1))

describe('the reader of camera frames', () => {
  it('reads every code of a label', async () => {
    const { readFrame } = await startReader()
    const frame = await draw(
      { bcid: 'code128', text: 'STB7N0042913', scale: 2, height: 14 },
      { bcid: 'ean13', text: '4006381333931', scale: 2, height: 14 },
      { bcid: 'datamatrix', text: mac, scale: 4 },
    )
    expect(new Map(readFrame(asSeen(frame)).map(({ text, aim }) => [text, aim]))).toEqual(
      new Map([
        ['STB7N0042913', ']C0'],
        ['4006381333931', ']E0'],
        [mac, ']d1'],
      ]),
    )
  })

  it('reads a bar code that is upright, tilted, or has bars only little wider than a pixel', async () => {
    const { readFrame } = await startReader()
    const sheet = await draw(code128)
    for (const picture of [turn(sheet, 90, 1), turn(sheet, 25, 1), turn(sheet, -25, 1), turn(sheet, 0, 0.6)])
      expect(readFrame(asSeen(picture)).map(({ text }) => text)).toEqual([mac])
  })

  it('reads a tilted code without a check digit completely, and never a part of it', async () => {
    const { readFrame } = await startReader()
    for (const degrees of [-24, -18, -12, 12, 18, 24]) {
      const frame = turn(
        await draw({ bcid: 'interleaved2of5', text: '325381053479', scale: 2, height: 18 }),
        degrees,
        1,
      )
      expect([degrees, readFrame(asSeen(frame)).map(({ text }) => text)]).toEqual([degrees, ['325381053479']])
    }
  })

  it('finds a code that is hard to read beside an easy one within 16 frames', async () => {
    const { readFrame } = await startReader()
    const easy = { bcid: 'ean13', text: '4006381333931', scale: 3, height: 14 }
    const inverted = invert(await drawCode({ ...qr, padding: 10, backgroundcolor: 'FFFFFF' }))
    const frame = asSeen(
      layOnto(layOnto(blankPicture(640, 480, 250), await drawCode(easy), 150, 60), inverted, 250, 250),
    )
    const seen = Array.from({ length: 16 }, () => readFrame(frame).map(({ text }) => text))
    expect(seen[0]).toEqual(['4006381333931'])
    expect(seen.filter((texts) => texts.includes(qr.text))).toHaveLength(1)
  })

  it('reads a single picture thoroughly at once', async () => {
    const { readPicture } = await startReader()
    expect(readPicture(asSeen(invert(await draw(qr)))).map(({ text }) => text)).toEqual([qr.text])
    expect(readPicture(await tiltedFrame()).map(({ text }) => text)).toEqual([mac])
  })

  it('finds nothing in an empty frame or in one of a single pixel', async () => {
    const { readFrame, readPicture } = await startReader()
    for (const read of [readFrame, readPicture]) {
      expect(read(asSeen(blankPicture(640, 480)))).toEqual([])
      expect(read(asSeen(blankPicture(1, 1)))).toEqual([])
    }
  })

  it('reads pictures of changing sizes, even a small one after a large one', async () => {
    const { readFrame } = await startReader()
    const small = await draw(code128)
    const large = layOnto(blankPicture(2000, 1500, 250), small, 600, 500)
    for (const picture of [small, large, small])
      expect(readFrame(asSeen(picture)).map(({ text }) => text)).toEqual([mac])
  })
})

import { blankPicture, type Picture } from './picture.ts'

/** The shade of a pixel; beyond the edge that of the nearest one. */
export const at = ({ width, height, pixels }: Picture, x: number, y: number): number =>
  pixels[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0

/** A picture of the same size with other shades. */
export const remake = (picture: Picture, shade: (x: number, y: number) => number): Picture => {
  const made = blankPicture(picture.width, picture.height)
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) made.pixels[y * picture.width + x] = shade(x, y)
  return made
}

/** Rotated by degrees and scaled down around its centre; each pixel is interpolated from four. */
export function turn(picture: Picture, degrees: number, scale: number): Picture {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale]
  const [middleX, middleY] = [picture.width / 2, picture.height / 2]
  return remake(picture, (x, y) => {
    const fromX = (x - middleX) * cos + (y - middleY) * sin + middleX
    const fromY = (y - middleY) * cos - (x - middleX) * sin + middleY
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
    const [right, low] = [fromX - left, fromY - top]
    const upper = at(picture, left, top) * (1 - right) + at(picture, left + 1, top) * right
    const lower = at(picture, left, top + 1) * (1 - right) + at(picture, left + 1, top + 1) * right
    return upper * (1 - low) + lower * low
  })
}

/** Four bytes per pixel, as from a canvas. */
export function colour(pixels: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const colours = new Uint8ClampedArray(pixels.length * 4).fill(255)
  for (const [at, shade] of pixels.entries()) colours.fill(shade, at * 4, at * 4 + 3)
  return colours
}

/** A picture with one byte per pixel, row by row. 0 is black, and 255 is white. */
export interface GreyPicture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** A picture with four bytes per pixel, as a canvas returns it. */
export interface ColourPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** Writes the brightness of each pixel into `pixels`. The colours have the same weights as in the code reader. */
export function writeGrey({ data }: ColourPicture, pixels: Uint8Array): void {
  for (let to = 0, from = 0; from < data.length; to += 1, from += 4)
    pixels[to] = (306 * (data[from] ?? 0) + 601 * (data[from + 1] ?? 0) + 117 * (data[from + 2] ?? 0) + 512) >> 10
}

/** Writes the picture scaled down. Each new pixel is the mean of a square of `side` times `side`. */
export function writeSmaller(picture: GreyPicture, side: number, pixels: Uint8Array): void {
  const { width } = picture
  const area = side * side
  const columns = Math.floor(width / side)
  const rows = Math.floor(picture.height / side)
  let to = 0
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let sum = 0
      let from = row * side * width + column * side
      for (let down = 0; down < side; down += 1, from += width - side)
        for (let along = 0; along < side; along += 1) sum += picture.pixels[from++] ?? 0
      pixels[to++] = sum / area
    }
}

/** Writes every `step`th row of the picture. */
export function writeRows({ width, height, pixels }: GreyPicture, step: number, values: Uint8Array): void {
  for (let row = 0; row < Math.floor(height / step); row += 1) {
    const from = (row * step + (step >> 1)) * width
    values.set(pixels.subarray(from, from + width), row * width)
  }
}

/** Writes every `step`th column of the picture as a row. */
export function writeColumns({ width, height, pixels }: GreyPicture, step: number, values: Uint8Array): void {
  const columns = Math.floor(width / step)
  for (let row = 0; row < height; row += 1) {
    let from = row * width + (step >> 1)
    for (let column = 0; column < columns; column += 1, from += step) values[column * height + row] = pixels[from] ?? 0
  }
}

/** Scan lines across a picture, one below the other. `zoom` is the number of values per pixel along a line. */
export interface ScanLines {
  readonly degrees: number
  readonly count: number
  readonly zoom: number
}

/**
 * Writes the brightness along lines that cross the picture at an angle. The lines are evenly spaced over the picture's height.
 * Values between pixels are interpolated. Points outside the picture are white.
 */
export function writeScanLines(picture: GreyPicture, lines: ScanLines, values: Uint8Array): void {
  const { width, height, pixels } = picture
  const { count, zoom } = lines
  const angle = (lines.degrees * Math.PI) / 180
  const length = width * zoom
  const [alongX, alongY] = [Math.cos(angle) / zoom, Math.sin(angle) / zoom]
  const gap = height / count
  let to = 0
  for (let line = 0; line < count; line += 1) {
    const offset = gap * (line + 0.5 - count / 2)
    let x = width / 2 - (alongX * length) / 2 - Math.sin(angle) * offset
    let y = height / 2 - (alongY * length) / 2 + Math.cos(angle) * offset
    for (let step = 0; step < length; step += 1, x += alongX, y += alongY) {
      if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) {
        values[to++] = 255
        continue
      }
      const left = Math.floor(x)
      const top = Math.floor(y)
      const at = top * width + left
      const upper = mix(pixels[at] ?? 0, pixels[at + 1] ?? 0, x - left)
      const lower = mix(pixels[at + width] ?? 0, pixels[at + width + 1] ?? 0, x - left)
      values[to++] = mix(upper, lower, y - top)
    }
  }
}

const mix = (one: number, other: number, share: number): number => one + (other - one) * share

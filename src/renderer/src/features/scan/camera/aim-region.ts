/**
 * The margins of the picture that are not read, as shares of its width and height. They give a frame to aim with and
 * less to search.
 */
export const aimMargins = { x: 0.08, y: 0.16 } as const

interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of a frame that is read, in its pixels. */
export function aimRegion(width: number, height: number): Region {
  const x = Math.round(width * aimMargins.x)
  const y = Math.round(height * aimMargins.y)
  return { x, y, width: Math.max(1, width - 2 * x), height: Math.max(1, height - 2 * y) }
}

/** In pixels. A picture with a longer side is scaled down before it is read. */
const longestSide = 3000

/** The size at which a picture is read: its own, or smaller if it is larger than a label needs. */
export function readingSize(width: number, height: number): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

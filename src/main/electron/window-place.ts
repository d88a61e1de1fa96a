import type { Rectangle } from 'electron'
import { z } from 'zod'
import type { KeptFile, OpenKeptFile } from '../host/kept-file.ts'

/** Where the window was when it was last closed. */
export interface WindowPlace {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

/** Where a window is to be opened; without `x` and `y`, in the middle of the main display. */
export interface OpeningPlace {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
  /** The size below which the window cannot be made: never more than the display has room for. */
  readonly smallest: Size
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The size at which nothing is cut off. */
const smallestSize = { width: 1024, height: 640 } as const
const firstSize = { width: 1280, height: 800 } as const

const edge = z.int().min(-100_000).max(100_000)
const placeSchema = z.object({
  bounds: z.object({ x: edge, y: edge, width: edge, height: edge }),
  maximized: z.boolean(),
})

/**
 * The remembered place, fitted to the displays that are there now: the one it was on may be unplugged or smaller. The first
 * display is the main one.
 */
export function chooseOpeningPlace(last: WindowPlace | undefined, displays: readonly Rectangle[]): OpeningPlace {
  const remembered = last && displays.find((display) => holdsTitleBar(display, last.bounds))
  const screen = remembered ?? displays[0]
  const smallest = screen === undefined ? smallestSize : fit(smallestSize, screen)
  if (last === undefined || remembered === undefined || screen === undefined) {
    const size = screen === undefined ? firstSize : fit(firstSize, screen)
    return { ...size, maximized: last?.maximized ?? false, smallest }
  }
  const { width, height } = fit(
    {
      width: Math.max(last.bounds.width, smallest.width),
      height: Math.max(last.bounds.height, smallest.height),
    },
    screen,
  )
  return {
    x: Math.max(screen.x, Math.min(last.bounds.x, screen.x + screen.width - width)),
    y: Math.max(screen.y, Math.min(last.bounds.y, screen.y + screen.height - height)),
    width,
    height,
    maximized: last.maximized,
    smallest,
  }
}

const fit = ({ width, height }: Size, screen: Size): Size => ({
  width: Math.min(width, screen.width),
  height: Math.min(height, screen.height),
})

/** A window whose title bar is on no display can never be moved back. */
function holdsTitleBar(display: Rectangle, bounds: Rectangle): boolean {
  const middle = bounds.x + bounds.width / 2
  const across = middle >= display.x && middle <= display.x + display.width
  return across && bounds.y >= display.y - 20 && bounds.y < display.y + display.height - 20
}

/**
 * Remembers the window's place in `window.json` of the data folder. Losing it costs a moment: what cannot be read is forgotten,
 * and what cannot be written is not remembered.
 */
export function createPlaceMemory(
  dataFolder: string,
  openFile: OpenKeptFile,
): {
  readonly recall: () => WindowPlace | undefined
  readonly remember: (place: WindowPlace) => void
} {
  const tryWith = <T>(act: (file: KeptFile) => T): T | undefined => {
    try {
      return act(openFile(dataFolder, 'window'))
    } catch {
      // A full disk must not keep the window from opening or closing, nor the question that is asked then.
      return undefined
    }
  }
  return {
    recall: () => placeSchema.safeParse(tryWith(({ store }) => store)).data,
    remember: (place) =>
      tryWith((file) => {
        file.store = { bounds: { ...place.bounds }, maximized: place.maximized }
      }),
  }
}

import type { Rectangle } from 'electron'
import { z } from 'zod'
import type { StoredFile, OpenStoredFile } from '../host/stored-file.ts'

/** The window's place when it was last closed. */
export interface WindowPlace {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

/** The place at which the window opens. Without `x` and `y`: in the middle of the main display. */
export interface OpeningPlace {
  readonly x?: number
  readonly y?: number
  readonly width: number
  readonly height: number
  readonly maximized: boolean
  /** The minimum size of the window, never larger than the display. */
  readonly smallest: Size
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The smallest size at which no content is cut off. */
const smallestSize = { width: 1024, height: 640 } as const
const firstSize = { width: 1280, height: 800 } as const

const edge = z.int().min(-100_000).max(100_000)
const placeSchema = z.object({
  bounds: z.object({ x: edge, y: edge, width: edge, height: edge }),
  maximized: z.boolean(),
})

/**
 * The remembered place, fitted to the displays that are connected now: the old display may be unplugged or smaller. The first
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

/** Without this check the window could open with its title bar off screen, where the user cannot move it back. */
function holdsTitleBar(display: Rectangle, bounds: Rectangle): boolean {
  const middle = bounds.x + bounds.width / 2
  const across = middle >= display.x && middle <= display.x + display.width
  return across && bounds.y >= display.y - 20 && bounds.y < display.y + display.height - 20
}

/**
 * Remembers the window's place in `window.json` of the data folder. Errors are ignored: an unreadable file counts as no
 * memory, and a failed write is dropped.
 */
export function createPlaceMemory(
  dataFolder: string,
  openFile: OpenStoredFile,
): {
  readonly recall: () => WindowPlace | undefined
  readonly remember: (place: WindowPlace) => void
} {
  const tryWith = <T>(action: (file: StoredFile) => T): T | undefined => {
    try {
      return action(openFile(dataFolder, 'window'))
    } catch {
      // A full disk must not stop the window from opening or closing, nor block the question before closing.
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

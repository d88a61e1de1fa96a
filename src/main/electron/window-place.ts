import type { Point, Rectangle, Size } from 'electron'
import { z } from 'zod'
import type { StoredFile, OpenStoredFile } from '../host/stored-file.ts'

/** The place where the window opens. Without `x` and `y`, the window opens in the middle of the main display. */
export interface OpeningPlace extends Size, Partial<Point> {
  readonly maximized: boolean
  /** The minimum size of the window, never larger than the display. */
  readonly smallest: Size
}

const smallestSize = { width: 1024, height: 640 } as const
const firstSize = { width: 1280, height: 800 } as const

const edge = z.int().min(-100_000).max(100_000)
const placeSchema = z.object({
  bounds: z.object({ x: edge, y: edge, width: edge, height: edge }),
  maximized: z.boolean(),
})
export type WindowPlace = z.infer<typeof placeSchema>

/** The remembered place, fitted to the connected displays. The first display is the main one. */
export function chooseOpeningPlace(last: WindowPlace | undefined, displays: readonly Rectangle[]): OpeningPlace {
  const remembered = last && displays.find((display) => holdsTitleBar(display, last.bounds))
  const screen = remembered ?? displays[0]
  const smallest = screen === undefined ? smallestSize : fit(smallestSize, screen)
  if (last === undefined || remembered === undefined || screen === undefined) {
    const size = screen === undefined ? firstSize : fit(firstSize, screen)
    return { ...size, maximized: last?.maximized ?? false, smallest }
  }
  const { bounds, maximized } = last
  const { width, height } = fit(
    { width: Math.max(bounds.width, smallest.width), height: Math.max(bounds.height, smallest.height) },
    screen,
  )
  const x = Math.max(screen.x, Math.min(bounds.x, screen.x + screen.width - width))
  const y = Math.max(screen.y, Math.min(bounds.y, screen.y + screen.height - height))
  return { x, y, width, height, maximized, smallest }
}

const fit = ({ width, height }: Size, screen: Size): Size => ({
  width: Math.min(width, screen.width),
  height: Math.min(height, screen.height),
})

/** Whether the title bar is on the display. Otherwise the user could not move the window back. */
function holdsTitleBar(display: Rectangle, bounds: Rectangle): boolean {
  const middle = bounds.x + bounds.width / 2
  const across = middle >= display.x && middle <= display.x + display.width
  return across && bounds.y >= display.y - 20 && bounds.y < display.y + display.height - 20
}

/** Reads and stores the window's place. It is in the file `window.json` in the data folder. Errors with this file are ignored. */
export function createPlaceMemory(dataFolder: string, openFile: OpenStoredFile) {
  const tryWith = <T>(action: (file: StoredFile) => T): T | undefined => {
    try {
      return action(openFile(dataFolder, 'window'))
    } catch {
      // A full disk must not stop the window from opening or closing, nor block the question before closing.
      return undefined
    }
  }
  return {
    recall: (): WindowPlace | undefined => placeSchema.safeParse(tryWith(({ store }) => store)).data,
    remember: ({ bounds, maximized }: WindowPlace): void =>
      tryWith((file) => {
        file.store = { bounds: { ...bounds }, maximized }
      }),
  }
}

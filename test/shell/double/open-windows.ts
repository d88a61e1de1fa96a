/** The part of a window that the app needs to close it. */
interface Closable {
  readonly id: number
  readonly close: () => void
}

/** The open windows. */
export const openWindows = new Set<Closable>()

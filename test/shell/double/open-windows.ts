/** What the app needs of a window in order to close it. */
interface Closable {
  readonly id: number
  readonly close: () => void
}

/** The windows that are open now. */
export const openWindows = new Set<Closable>()

import { createStore, type StoreApi } from 'zustand/vanilla'

/** What lies over the screen. */
export type Overlay = 'palette' | 'shortcuts' | 'token' | 'customer'

/** A short sentence that goes away by itself. */
export interface Toast {
  readonly id: number
  readonly text: string
}

/** What is only about looking: nothing here is worth keeping. */
export interface ViewState {
  readonly overlay: Overlay | undefined
  readonly toasts: readonly Toast[]
  /** Grows with every wish to find something in the queue. */
  readonly findAsked: number
}

export interface ViewStore extends StoreApi<ViewState> {
  readonly open: (overlay: Overlay) => void
  readonly close: () => void
  /** Shows a sentence and announces it politely. */
  readonly say: (text: string) => void
  readonly unsay: (id: number) => void
  /** What was typed into a form that was left without saving; gone with the window. Never a secret. */
  readonly kept: Map<string, unknown>
  readonly askToFind: () => void
  /** A screen with a slip offers to print it; returns the function that takes the offer back. */
  readonly offerPrint: (print: () => void) => () => void
  /** Prints the slip in sight, if there is one. */
  readonly print: () => void
}

const mostToasts = 3

/** The state of the view. */
export function createViewStore(): ViewStore {
  const store = createStore<ViewState>(() => ({ overlay: undefined, toasts: [], findAsked: 0 }))
  let last = 0
  const offers: (() => void)[] = []
  return {
    ...store,
    open: (overlay) => {
      store.setState({ overlay })
    },
    close: () => {
      store.setState({ overlay: undefined })
    },
    say: (text) => {
      last += 1
      store.setState({ toasts: [...store.getState().toasts, { id: last, text }].slice(-mostToasts) })
    },
    kept: new Map(),
    askToFind: () => {
      store.setState({ findAsked: store.getState().findAsked + 1 })
    },
    offerPrint: (print) => {
      offers.push(print)
      return () => {
        offers.splice(offers.indexOf(print), 1)
      }
    },
    print: () => {
      offers.at(-1)?.()
    },
    unsay: (id) => {
      store.setState({ toasts: store.getState().toasts.filter((toast) => toast.id !== id) })
    },
  }
}

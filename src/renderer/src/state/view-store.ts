import { createStore, type StoreApi } from 'zustand/vanilla'

/** What is open on top of the screen. */
export type Overlay = 'palette' | 'shortcuts' | 'token' | 'customer' | 'release'

/** A short message that disappears by itself. */
export interface Toast {
  readonly id: number
  readonly text: string
}

/** View state only: nothing here needs to be stored. */
export interface ViewState {
  readonly overlay: Overlay | undefined
  readonly toasts: readonly Toast[]
  /** Counts the requests to search the queue; each one focuses the search field. */
  readonly findAsked: number
}

export interface ViewStore extends StoreApi<ViewState> {
  readonly open: (overlay: Overlay) => void
  readonly close: () => void
  /** Shows a toast and announces it politely to screen readers. */
  readonly say: (text: string) => void
  readonly unsay: (id: number) => void
  /** Values of forms that were left unsaved, until the window closes. Never holds a secret. */
  readonly kept: Map<string, unknown>
  readonly askToFind: () => void
  /** Registers the print function of a screen with a handout. Returns a function that unregisters it. */
  readonly offerPrint: (print: () => void) => () => void
  /** Prints the handout of the current screen, if there is one. */
  readonly print: () => void
}

const mostToasts = 3

/** Creates the store of the view. */
export function createViewStore(): ViewStore {
  const store = createStore<ViewState>(() => ({ overlay: undefined, toasts: [], findAsked: 0 }))
  let last = 0
  const offers: (() => void)[] = []
  return {
    ...store,
    open: (overlay) => store.setState({ overlay }),
    close: () => store.setState({ overlay: undefined }),
    say: (text) => {
      last += 1
      store.setState({ toasts: [...store.getState().toasts, { id: last, text }].slice(-mostToasts) })
    },
    kept: new Map(),
    askToFind: () => store.setState({ findAsked: store.getState().findAsked + 1 }),
    offerPrint: (print) => {
      offers.push(print)
      return () => offers.splice(offers.indexOf(print), 1)
    },
    print: () => offers.at(-1)?.(),
    unsay: (id) => store.setState({ toasts: store.getState().toasts.filter((toast) => toast.id !== id) }),
  }
}

import { createStore } from 'zustand/vanilla'

type Overlay = 'find' | 'help' | 'token' | 'release'

export interface Toast {
  readonly id: number
  readonly text: string
}

/** View state only: nothing here needs to be stored. */
interface ViewState {
  readonly overlay: Overlay | undefined
  readonly toasts: readonly Toast[]
  /** Counts the requests to search the queue; each one focuses the search field. */
  readonly findAsked: number
}

export type ViewStore = ReturnType<typeof createViewStore>

const mostToasts = 3

export function createViewStore() {
  const store = createStore<ViewState>(() => ({ overlay: undefined, toasts: [], findAsked: 0 }))
  let last = 0
  const offers: (() => void)[] = []
  return {
    ...store,
    open: (overlay: Overlay) => store.setState({ overlay }),
    close: () => store.setState({ overlay: undefined }),
    /** Shows a toast and announces it politely to screen readers. */
    say: (text: string) => {
      last += 1
      store.setState({ toasts: [...store.getState().toasts, { id: last, text }].slice(-mostToasts) })
    },
    unsay: (id: number) => store.setState({ toasts: store.getState().toasts.filter((toast) => toast.id !== id) }),
    /** Values of forms that were left unsaved, until the window closes. Never holds a secret. */
    kept: new Map<string, unknown>(),
    askToFind: () => store.setState({ findAsked: store.getState().findAsked + 1 }),
    /** Registers the print function of a screen with a handout. Returns a function that unregisters it. */
    offerPrint: (print: () => void) => {
      offers.push(print)
      return () => void offers.splice(offers.indexOf(print), 1)
    },
    /** Prints the handout of the current screen, if there is one. */
    print: () => offers.at(-1)?.(),
  }
}

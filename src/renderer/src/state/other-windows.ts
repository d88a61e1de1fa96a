/** What the windows of one browser tell each other: that the one draft of this computer was changed. Electron has one window. */
export interface OtherWindows {
  readonly tell: () => void
  /** Hears the other windows, never this one; returns the function that ends the listening. */
  readonly listen: (heard: () => void) => () => void
}

/** Opens its channel when it is first used, and one for the whole window: a form that goes is not another window to the next. */
export function createOtherWindows(open = () => new BroadcastChannel('setdesk-draft')): OtherWindows {
  let channel: BroadcastChannel | undefined
  const opened = (): BroadcastChannel => (channel ??= open())
  return {
    tell: () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none: it reaches its own origin alone
      opened().postMessage('changed')
    },
    listen: (heard) => {
      const here = opened()
      here.addEventListener('message', heard)
      return () => {
        here.removeEventListener('message', heard)
      }
    },
  }
}

import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BearerKey } from './launch.ts'
import { createLoopbackBridge } from './loopback-bridge.ts'

declare global {
  interface Window {
    /** Set by the preload in Electron; absent in a browser. */
    readonly setdesk?: Bridge
  }
}

const bearerKey: BearerKey = 'setdesk-bearer'

/** The bridge of the host that shows this page: the preload in Electron, otherwise HTTP on this computer. */
export function findBridge(window: Window & typeof globalThis): Bridge {
  return (
    window.setdesk ??
    createLoopbackBridge({
      fetch: (input, init) => window.fetch(input, init),
      readBearer: async () => {
        await window.setdeskSignIn
        return window.localStorage.getItem(bearerKey)
      },
      wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
    })
  )
}

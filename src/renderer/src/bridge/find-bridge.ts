import type { Bridge } from '../../../shared/bridge/bridge.ts'
import { createLoopbackBridge } from './loopback-bridge.ts'
import './window.ts'

/** The bridge of whichever host shows this page: Electron's preload, or HTTP on this computer. */
export function findBridge(window: Window & typeof globalThis): Bridge {
  return (
    window.setdesk ??
    createLoopbackBridge({
      fetch: (input, init) => window.fetch(input, init),
      openEvents: (path) => new window.EventSource(path),
    })
  )
}

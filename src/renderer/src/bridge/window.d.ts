import type { Bridge } from '../../../shared/bridge/bridge.ts'

declare global {
  interface Window {
    /** Set by the preload in Electron; absent in a browser. */
    readonly setdesk?: Bridge
  }
}

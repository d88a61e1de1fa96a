import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, Reply } from '../shared/bridge/bridge.ts'
import type { BridgeEvent, Channel, Request, Response } from '../shared/bridge/contract.ts'

/** All that the page gets of Electron: two functions of the bridge. What they carry is checked on the other side. */
const bridge: Bridge = {
  call: async <C extends Channel>(channel: C, request: Request<C>) =>
    (await ipcRenderer.invoke('bridge', channel, request)) as Reply<Response<C>>,
  listen: (listener) => {
    // Electron's own event stays here: it holds the sender.
    const pass = (_event: unknown, event: BridgeEvent) => listener(event)
    ipcRenderer.on('event', pass)
    return () => void ipcRenderer.off('event', pass)
  },
}

contextBridge.exposeInMainWorld('setdesk', bridge)

import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge, BridgeEvent, Reply } from '../shared/bridge/bridge.ts'
import type { Channel, Request, Response } from '../shared/bridge/contract.ts'

/** The page gets only these two functions of Electron. The main process checks what they carry. */
const bridge: Bridge = {
  call: async <C extends Channel>(channel: C, request: Request<C>) =>
    (await ipcRenderer.invoke('bridge', channel, request)) as Reply<Response<C>>,
  listen: (listener) => {
    // The page does not get Electron's event object, because the object gives access to the sender.
    const pass = (_event: unknown, event: BridgeEvent) => listener(event)
    ipcRenderer.on('event', pass)
    return () => void ipcRenderer.off('event', pass)
  },
}

contextBridge.exposeInMainWorld('setdesk', bridge)

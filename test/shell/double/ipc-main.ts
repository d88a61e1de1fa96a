import { EventEmitter } from 'node:events'
import type { IpcMain, IpcMainInvokeEvent, WebFrameMain } from 'electron'
import type { FrameFacts } from '../calls.ts'
import { findWindow } from './browser-window.ts'
import { answerCalls } from './line.ts'

type Listener = Parameters<IpcMain['handle']>[1]
const handlers = new Map<string, Listener>()

class IpcMainDouble extends EventEmitter implements Pick<IpcMain, 'handle'> {
  handle(channel: string, listener: Listener) {
    if (handlers.has(channel)) throw new Error(`A handler for ${channel} is there already.`)
    handlers.set(channel, listener)
  }
}

export const ipcMain = new IpcMainDouble()

/** Every channel through which a page can reach the process now. */
export const listOpenChannels = (): readonly string[] => [...handlers.keys(), ...ipcMain.eventNames().map(String)]

answerCalls({
  invoke: async (asked: { id: number; channel: string; args: readonly unknown[]; frame: FrameFacts | undefined }) => {
    const handler = handlers.get(asked.channel)
    if (handler === undefined) throw new Error(`No handler is registered for ${asked.channel}.`)
    const event = { sender: findWindow(asked.id).webContents, senderFrame: describeFrame(asked.frame) }
    // Request and reply pass through structured clone: a value that cannot be cloned is an error of the app.
    return structuredClone(
      (await handler(event as unknown as IpcMainInvokeEvent, ...structuredClone(asked.args))) as unknown,
    )
  },
})

function describeFrame(facts: FrameFacts | undefined): Pick<WebFrameMain, 'url' | 'parent'> | null {
  if (facts === undefined) return null
  const top = { url: facts.url, parent: null }
  return facts.isTop ? top : { url: facts.url, parent: top as unknown as WebFrameMain }
}

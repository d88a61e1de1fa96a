import type { IpcMain, WebContents } from 'electron'
import type { Reply } from '../../shared/bridge/bridge.ts'
import { errorName, fail } from '../../shared/result.ts'
import type { App } from '../app.ts'
import { checkEvent, createDispatch } from '../bridge/dispatch.ts'
import type { Log } from '../ports.ts'
import { isTrustedSender } from './page-rules.ts'

/** Carries calls from the page to the app over one IPC channel. They wait for `opened`, because the page loads before that. */
export function carryCalls(
  ipc: Pick<IpcMain, 'handle'>,
  app: App,
  log: Log,
  opened: Promise<unknown> = Promise.resolve(),
): void {
  const dispatch = createDispatch(app.handlers, log)
  ipc.handle('bridge', async (event, channel: unknown, payload: unknown): Promise<Reply<unknown>> => {
    if (isTrustedSender(event)) {
      await opened
      return await dispatch(channel, payload)
    }
    log.problem('bridge.untrusted-sender')
    return fail({ code: 'not-allowed', message: 'This page may not call.', retryable: false })
  })
}

/**
 * Sends the app's events to the page until the page is destroyed. A newly loaded page first gets a snapshot. Nothing is sent before
 * `opened`, because the page would then show the unopened app for a moment.
 */
export function carryEvents(
  contents: Pick<WebContents, 'send' | 'on' | 'once' | 'isDestroyed'>,
  app: App,
  log: Log,
  opened?: Promise<unknown>,
): void {
  let isOpened = opened === undefined
  void opened?.then(() => (isOpened = true))
  const send = (event: Parameters<typeof checkEvent>[0]) => {
    const checked = checkEvent(event, log)
    if (isOpened && checked !== undefined && !contents.isDestroyed()) contents.send('event', checked)
  }
  const endListening = app.listen(send)
  const sendSnapshot = async () => {
    await opened
    const result = await app.handlers['app.snapshot']({})
    if (result.ok) send({ name: 'snapshot', payload: result.value })
  }
  contents.on('did-finish-load', () => {
    sendSnapshot().catch((error: unknown) => log.problem('snapshot', { kind: errorName(error) }))
  })
  contents.once('destroyed', endListening)
}

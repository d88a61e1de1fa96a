import { EventEmitter } from 'node:events'
import type { CustomScheme, Protocol, Session } from 'electron'
import type { PermissionFacts } from '../calls.ts'
import { app } from './app.ts'
import { answerCalls } from './line.ts'
import { createPreventable } from './preventable.ts'

type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>
type Request = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
type Device = Parameters<Session['setDevicePermissionHandler']>[0]
type Used = Pick<Session, 'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'>

class SessionDouble extends EventEmitter implements Used {
  // Without handlers nothing is allowed: the app must allow what its page needs.
  check: Check | null = null
  request: Request | null = null
  device: Device = null

  setPermissionCheckHandler(handler: Check | null) {
    this.check = handler
  }

  setPermissionRequestHandler(handler: Request | null) {
    this.request = handler
  }

  setDevicePermissionHandler(handler: Device) {
    this.device = handler
  }
}

const defaultSession = new SessionDouble()
export const session = { defaultSession }

type Handle = Parameters<Protocol['handle']>[1]
const handlers = new Map<string, Handle>()

/** The schemes whose privileges were registered. */
export const registeredSchemes: CustomScheme[] = []

export const protocol = {
  registerSchemesAsPrivileged: (schemes) => {
    if (app.isReady()) throw new Error('Schemes must be registered before the app is ready.')
    registeredSchemes.push(...schemes)
  },
  handle: (scheme, handler) => {
    if (!app.isReady()) throw new Error('A scheme can be handled only once the app is ready.')
    handlers.set(scheme, handler)
  },
} satisfies Pick<Protocol, 'handle' | 'registerSchemesAsPrivileged'>

answerCalls({
  protocol: async ({ url, method }: { url: string; method: string }) => {
    const handler = handlers.get(url.slice(0, url.indexOf(':')))
    if (handler === undefined) throw new Error(`Nobody serves ${url}.`)
    const answer = await handler(new Request(url, { method }))
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    }
  },
  checkPermission: ({ permission, url, kinds, isMainFrame }: PermissionFacts) => {
    if (defaultSession.check === null) return false
    const details = { isMainFrame, requestingUrl: url, mediaType: kinds[0] ?? 'unknown' } as const
    return defaultSession.check(
      null,
      permission as Parameters<Check>[1],
      `${new URL(url).protocol}//${new URL(url).host}/`,
      details,
    )
  },
  requestPermission: ({ permission, url, kinds, isMainFrame }: PermissionFacts) => {
    const { request } = defaultSession
    if (request === null) return false
    const details = { isMainFrame, requestingUrl: url, mediaTypes: [...kinds] }
    return new Promise<boolean>((resolve) => {
      request({} as Parameters<Request>[0], permission as Parameters<Request>[1], resolve, details)
    })
  },
  download: () => {
    const [event, prevented] = createPreventable()
    defaultSession.emit('will-download', event, {}, {})
    return prevented()
  },
})

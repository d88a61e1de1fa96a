import { readFileSync } from 'node:fs'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { beforeAll, expect, test, vi } from 'vitest'
import { carryCalls } from '../../../../src/main/electron/carry-bridge.ts'
import { describeWindow } from '../../../../src/main/electron/create-window.ts'
import { findDebugOption } from '../../../../src/main/electron/command-line.ts'
import {
  allowCameraAndNotifications,
  denyNavigation,
  denyNewWindows,
  mayOpenOutside,
  ownPage,
  ownSchemePrivileges,
} from '../../../../src/main/electron/page-rules.ts'
import { contentSecurityPolicy, securityHeaders } from '../../../../src/main/host/served-files.ts'
import { createFakeApp } from '../../../fakes/app.ts'
import { createFakeLog } from '../../../fakes/log.ts'

// Every item of https://www.electronjs.org/docs/latest/tutorial/security, in its order, with what Setdesk does about it.

const root = join(import.meta.dirname, '..', '..', '..', '..')
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8')

const place = { width: 1280, height: 800, maximized: false, smallest: { width: 1024, height: 640 } }
const preferences = describeWindow(place, '/preload.cjs', '/icon.png').webPreferences ?? {}

const exposed = new Map<string, object>()
vi.mock('electron', () => ({
  contextBridge: { exposeInMainWorld: (name: string, value: object) => exposed.set(name, value) },
  ipcRenderer: { invoke: async () => undefined, on: () => undefined, off: () => undefined },
}))
beforeAll(async () => void (await import('../../../../src/preload/preload.ts')))

const elsewhere = [
  'https://evil.example/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'data:text/html,x',
  'about:blank',
]

/** Whether a page's wish to go to an address is stopped. */
function isStopped(event: string, url: string, isMainFrame = true): boolean {
  const contents = new EventEmitter()
  denyNavigation(contents as unknown as WebContents)
  let stopped = false
  contents.emit(event, { url, isMainFrame, preventDefault: () => (stopped = true) })
  return stopped
}

/** Whether a page of this address gets a permission, asked aloud and silently. */
function isAllowed(url: string, permission: string, kind: 'video' | 'audio', isMainFrame = true): readonly boolean[] {
  const set = new Map<string, (...all: readonly unknown[]) => boolean>()
  const take = (name: string) => (handler: never) => void set.set(name, handler)
  allowCameraAndNotifications({
    setPermissionCheckHandler: take('check'),
    setPermissionRequestHandler: take('request'),
    setDevicePermissionHandler: take('device'),
  })
  let requested = false
  const details = { requestingUrl: url, mediaTypes: [kind], mediaType: kind, isMainFrame }
  set.get('request')?.({}, permission, (yes: boolean) => (requested = yes), details)
  const checked = set.get('check')?.({}, permission, url, details)
  return [requested, checked === true, set.get('device')?.({}) === true]
}

/** What the system was asked to open, and whether a window opened. */
function openFromPage(url: string) {
  const asked: string[] = []
  let action = ''
  denyNewWindows(
    { setWindowOpenHandler: (handler) => void (action = handler({ url } as never).action) },
    { openExternal: async (address) => void asked.push(address) },
  )
  return { asked, action }
}

async function callFrom(senderFrame: unknown): Promise<unknown> {
  const app = createFakeApp()
  let handle: ((event: IpcMainInvokeEvent, ...args: unknown[]) => unknown) | undefined
  carryCalls({ handle: (_channel, given) => void (handle = given) }, app, createFakeLog())
  const reply = await handle?.({ senderFrame } as IpcMainInvokeEvent, 'queue.pause', {})
  expect(app.calls).toHaveLength((reply as { ok: boolean }).ok ? 1 : 0)
  return reply
}

const fuses = [
  ['RunAsNode', 'off'],
  ['EnableNodeOptionsEnvironmentVariable', 'off'],
  ['EnableNodeCliInspectArguments', 'off'],
  ['EnableCookieEncryption', 'on'],
  ['EnableEmbeddedAsarIntegrityValidation', 'on'],
  ['OnlyLoadAppFromAsar', 'on'],
  ['GrantFileProtocolExtraPrivileges', 'off'],
  ['LoadBrowserProcessSpecificV8Snapshot', 'off'],
] as const

test.each<readonly [string, string, () => void | Promise<void>]>([
  [
    '1. Only load secure content',
    'the page and all it loads come from the app itself',
    () => {
      expect(ownPage).toBe('app://setdesk/')
      expect(ownSchemePrivileges.privileges.secure).toBe(true)
      expect(contentSecurityPolicy).not.toMatch(/https?:|\*/)
      expect(read('src', 'renderer', 'index.html')).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    },
  ],
  [
    '2. Do not enable Node.js integration for remote content',
    'neither the page nor its workers and frames have access to Node.js',
    () =>
      expect(preferences).toMatchObject({
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
      }),
  ],
  [
    '3. Enable context isolation',
    'the preload script and the page share no objects',
    () => expect(preferences.contextIsolation).toBe(true),
  ],
  [
    '4. Enable process sandboxing',
    'every renderer is in the sandbox, and an installed app cannot be started without it',
    () => {
      expect(preferences.sandbox).toBe(true)
      expect(read('src', 'main', 'electron', 'main.ts')).toContain('app.enableSandbox()')
      expect(findDebugOption({ argv: ['setdesk', '--no-sandbox'], execArgv: [], env: {} })).toBe('--no-sandbox')
    },
  ],
  [
    '5. Handle session permission requests',
    'only the app’s own page may use the camera, without sound, and show notifications',
    () => {
      expect(isAllowed(ownPage, 'media', 'video')).toEqual([true, true, false])
      expect(isAllowed(ownPage, 'media', 'video', false)).toEqual([false, false, false])
      expect(isAllowed(ownPage, 'media', 'audio')).toEqual([false, false, false])
      for (const permission of ['geolocation', 'clipboard-read', 'openExternal', 'fileSystem'])
        expect(isAllowed(ownPage, permission, 'video')).toEqual([false, false, false])
      expect(isAllowed(ownPage, 'notifications', 'video')).toEqual([true, true, false])
      expect(isAllowed(ownPage, 'notifications', 'video', false)).toEqual([false, false, false])
      for (const url of elsewhere)
        for (const permission of ['media', 'notifications'])
          expect(isAllowed(url, permission, 'video')).toEqual([false, false, false])
    },
  ],
  [
    '6. Do not disable webSecurity',
    'it is on, and an installed app cannot be started without it',
    () => {
      expect(preferences.webSecurity).toBe(true)
      expect(findDebugOption({ argv: ['setdesk', '--disable-web-security'], execArgv: [], env: {} })).toBeDefined()
    },
  ],
  [
    '7. Define a Content Security Policy',
    'only the app’s own files are allowed, and nothing inline',
    () => {
      expect(securityHeaders['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'/)
      expect(contentSecurityPolicy).not.toMatch(/unsafe-inline|'unsafe-eval'/)
    },
  ],
  [
    '8. Do not enable allowRunningInsecureContent',
    'it is off',
    () => expect(preferences.allowRunningInsecureContent).toBe(false),
  ],
  [
    '9. Do not enable experimental features',
    'they are off',
    () => expect(preferences.experimentalFeatures).toBe(false),
  ],
  [
    '10. Do not use enableBlinkFeatures',
    'it is not set',
    () => expect(preferences).not.toHaveProperty('enableBlinkFeatures'),
  ],
  [
    '11. Do not use allowpopups for WebViews',
    'the WebView tag is off',
    () => expect(preferences.webviewTag).toBe(false),
  ],
  [
    '12. Verify WebView options before creation',
    'no WebView is created',
    () => expect(isStopped('will-attach-webview', '')).toBe(true),
  ],
  [
    '13. Disable or limit navigation',
    'the window stays on its page, and frames stay empty',
    () => {
      for (const url of elsewhere)
        for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect'])
          expect(isStopped(event, url)).toBe(true)
      expect(isStopped('will-frame-navigate', ownPage, false)).toBe(true)
      expect(isStopped('will-navigate', ownPage)).toBe(false)
    },
  ],
  [
    '14. Disable or limit creation of new windows',
    'a page cannot open a window',
    () => {
      for (const url of [...elsewhere, ownPage]) expect(openFromPage(url).action).toBe('deny')
    },
  ],
  [
    '15. Do not use shell.openExternal with untrusted content',
    'the system opens no address that a page names',
    () => {
      for (const url of [...elsewhere, 'ms-msdt:/id', 'smb://a/b']) {
        expect(openFromPage(url).asked).toEqual([])
        expect(mayOpenOutside(url, new Set(['help.example']))).toBe(false)
      }
    },
  ],
  [
    '16. Use a current version of Electron',
    'the app uses one exact version of Electron, whose checksum is in the lock file',
    () => {
      const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> }
      const { packages } = JSON.parse(read('package-lock.json')) as {
        packages: Record<string, { version: string; integrity: string }>
      }
      expect(devDependencies['electron']).toMatch(/^\d+\.\d+\.\d+$/)
      expect(packages['node_modules/electron']).toMatchObject({
        version: devDependencies['electron'],
        integrity: expect.stringMatching(/^sha512-/),
      })
    },
  ],
  [
    '17. Validate the sender of all IPC messages',
    'only the top frame of the app’s own page gets an answer',
    async () => {
      expect(await callFrom({ url: ownPage, parent: null })).toMatchObject({ ok: true })
      for (const frame of [null, { url: ownPage, parent: {} }, ...elsewhere.map((url) => ({ url, parent: null }))])
        expect(await callFrom(frame)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
    },
  ],
  [
    '18. Avoid usage of the file:// protocol',
    'the page has its own scheme, and the window cannot open a file',
    () => {
      expect(URL.parse(ownPage)?.protocol).toBe(`${ownSchemePrivileges.scheme}:`)
      expect(isStopped('will-navigate', 'file:///opt/setdesk/index.html')).toBe(true)
      expect(read('src', 'main', 'electron', 'main.ts')).not.toMatch(/loadFile|file:\/\//)
    },
  ],
  [
    '19. Check which fuses you can change',
    'the values of the fuses are documented, and the app refuses the options that they switch off',
    () => {
      const table = read('docs', 'packaging.md')
      for (const [fuse, value] of fuses) expect(table).toMatch(new RegExp(`\\| ${fuse} +\\| ${value} `))
      expect(findDebugOption({ argv: ['setdesk', '--inspect'], execArgv: [], env: {} })).toBe('--inspect')
      expect(findDebugOption({ argv: ['setdesk'], execArgv: [], env: { NODE_OPTIONS: '-r a' } })).toBe('NODE_OPTIONS')
    },
  ],
  [
    '20. Do not expose Electron APIs to untrusted web content',
    'the page gets two functions of Setdesk and nothing of Electron',
    () => {
      expect([...exposed.keys()]).toEqual(['setdesk'])
      expect(Object.keys(exposed.get('setdesk') ?? {})).toEqual(['call', 'listen'])
    },
  ],
])('%s: %s', async (_item, _what, holds) => {
  await holds()
})

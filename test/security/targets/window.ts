import { fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { setUpWindow } from '../../../src/main/electron/create-window.ts'
import { mayOpenOutside } from '../../../src/main/electron/page-rules.ts'
import { hostTexts } from '../../../src/main/host/say.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import type { MainCalls, WindowOptions } from '../../shell/calls.ts'
import { createPeer } from '../../shell/peer.ts'
import { judge, type Target } from '../../faults/targets/target.ts'

const project = join(import.meta.dirname, '..', '..', '..')

/** What Electron must be told, whatever its defaults are. */
const wantedPreferences: Readonly<Record<string, unknown>> = {
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  allowRunningInsecureContent: false,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
}
/** Nothing else is set, so nothing is loosened. */
const harmlessPreferences: ReadonlySet<string> = new Set(['preload', 'spellcheck', ...Object.keys(wantedPreferences)])

const permissions = [
  'accessibility-events',
  'background-sync',
  'clipboard-read',
  'clipboard-sanitized-write',
  'deprecated-sync-clipboard-read',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'openExternal',
  'pointerLock',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'unknown',
  'usb',
  'window-management',
] as const

const schemes = [
  'https:',
  'http:',
  'file:',
  'app:',
  'data:',
  'javascript:',
  'blob:',
  'ms-msdt:',
  'smb:',
  'vbscript:',
  'about:',
]
const hosts = [
  'evil.example',
  'setdesk',
  'setdesk.evil.example',
  'setdesk@evil.example',
  'x@setdesk',
  'setdesk:80',
  '',
  'localhost',
]
const paths = [
  '',
  '/',
  '/index.html',
  '/assets/a.js',
  '/..',
  '/#/queue',
  '?x',
  'text/html,<script>1</script>',
  '/launch.html',
]

/** The app's own page, as far as a window may show it. */
const ownPages: ReadonlySet<string> = new Set([
  'app://setdesk/',
  'app://setdesk/..',
  'app://setdesk/index.html',
  'app://setdesk/#/queue',
])

const isOfOwnHost = (url: string): boolean => /^app:\/\/setdesk(?:[/?]|$)/.test(url)

/** Drives the built main process over the double of Electron. `size`: drawn addresses. */
export const window: Target = async (options) => {
  const { seed, folder, size = 2000 } = options
  if (!(await ensureBuilt())) throw new Error('The app cannot be built')
  const draw = createDraw(seed)
  const wrong = [...keepTitle(), ...openOutside()]
  const pick = (from: readonly string[]): string => from[Math.floor(draw() * from.length)] ?? ''
  const addresses = Array.from(
    { length: size },
    () => `${pick(schemes)}${draw() < 0.9 ? '//' : ''}${pick(hosts)}${pick(paths)}`,
  )
  const { main, windows, external, close } = await startMain(join(folder, 'data'))
  let asked = 0
  const expect = (name: string, is: unknown, wanted: unknown): void => {
    asked += 1
    if (is !== wanted) wrong.push(`${name}: ${String(is)}`)
  }

  expect('windows', windows.length, 1)
  const preferences: Readonly<Record<string, unknown>> = windows[0]?.webPreferences ?? {}
  for (const [name, wanted] of Object.entries(wantedPreferences)) expect(name, preferences[name], wanted)
  for (const name of Object.keys(preferences)) expect(`${name} is set`, harmlessPreferences.has(name), true)
  const facts = await main.ask('facts', {})
  expect('the sandbox of the whole app', facts.sandboxEnabled, true)
  expect('the open channels', facts.openChannels.join(' '), 'bridge')
  for (const role of ['toggleDevTools', 'reload', 'forceReload']) expect(role, facts.menu.includes(role), false)

  for (const url of addresses) {
    expect(`a window for ${url}`, await main.ask('openNewWindow', { id: 1, url }), 'deny')
    expect(`a frame goes to ${url}`, await main.ask('navigate', { id: 1, url, isMainFrame: false }), true)
    const isStopped = await main.ask('navigate', { id: 1, url, isMainFrame: true })
    expect(`the page goes to ${url}`, isStopped, !ownPages.has(url))
    const camera = { permission: 'media', url, kinds: ['video'], isMainFrame: true } as const
    if (!URL.canParse(url) || isOfOwnHost(url)) continue
    expect(`the camera is asked for by ${url}`, await main.ask('requestPermission', camera), false)
    // A check names only the origin, which has no user.
    if (!url.startsWith('app://x@setdesk'))
      expect(`the camera is checked for ${url}`, await main.ask('checkPermission', camera), false)
  }
  expect(
    'the page may be reloaded',
    await main.ask('navigate', { id: 1, url: 'app://setdesk/', isMainFrame: true }),
    false,
  )
  expect('a webview is stopped', await main.ask('attachWebview', { id: 1 }), true)
  expect('a download is stopped', await main.ask('download', {}), true)
  expect('addresses given to the system', external.length, 0)

  const own = { permission: 'media', url: 'app://setdesk/', kinds: ['video'], isMainFrame: true } as const
  const told = { ...own, permission: 'notifications' }
  const refused = [
    ...permissions.map((permission) => ({ ...own, permission })),
    { ...own, kinds: ['audio'] as const },
    { ...own, kinds: ['audio', 'video'] as const },
    { ...own, kinds: [] },
    { ...own, isMainFrame: false },
    { ...told, isMainFrame: false },
    { ...told, url: 'https://evil.example/' },
  ]
  for (const ask of refused) {
    expect(`checked: ${JSON.stringify(ask)}`, await main.ask('checkPermission', ask), false)
    expect(`requested: ${JSON.stringify(ask)}`, await main.ask('requestPermission', ask), false)
  }
  expect('the camera for the page, checked', await main.ask('checkPermission', own), true)
  expect('the camera for the page, requested', await main.ask('requestPermission', own), true)
  expect('notifications for the page, checked', await main.ask('checkPermission', told), true)
  expect('notifications for the page, requested', await main.ask('requestPermission', told), true)
  await close()
  return judge('window', options, {
    figure: `${asked} settings, windows, navigations, permissions and downloads, ${wrong.length} otherwise than wanted`,
    bound: 'isolated, nothing opened, nothing granted but the camera and notifications of the own page',
    wrong,
  })
}

const nothing = (): undefined => undefined

/** The built main process with the double of Electron. Nothing shows its window. */
async function startMain(dataFolder: string) {
  const windows: WindowOptions[] = []
  const external: string[] = []
  const loaded = Promise.withResolvers<void>()
  const child = fork(join(project, 'out', 'main', 'electron.cjs'), ['--data', dataFolder], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      new URL('../../shell/register.ts', import.meta.url).href,
    ],
    env: { ...process.env, SETDESK_SHELL_APP: project },
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  void ended.then(() => loaded.reject(new Error('The main process ended before it showed its page')))
  const main = createPeer<MainCalls>(child, {
    openWindow: ({ options }: { readonly options: WindowOptions }) => void windows.push(options),
    loadUrl: () => loaded.resolve(),
    openExternal: ({ url }: { readonly url: string }) => void external.push(url),
    send: nothing,
    noteWindow: nothing,
    closeWindow: nothing,
  })
  await loaded.promise
  const close = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  return { main, windows, external, close }
}

/** A page may put a customer's name into its title; the window keeps its own. */
function keepTitle(): readonly string[] {
  const shown = Object.assign(new EventEmitter(), { webContents: new EventEmitter() })
  const place = { width: 1, height: 1, maximized: false, smallest: { width: 1, height: 1 } }
  setUpWindow(shown as unknown as BrowserWindow, place, () => undefined)
  let isPrevented = false
  shown.emit('page-title-updated', { preventDefault: () => void (isPrevented = true) }, 'Amélie Okonkwo')
  return isPrevented && hostTexts().title === 'Setdesk' ? [] : ['the window takes the title of its page']
}

/** The system opens an address for a listed host with https alone. No host is listed yet, so one is given here. */
function openOutside(): readonly string[] {
  const listed = new Set(['help.example'])
  const others = [
    'http://help.example/',
    'https://help.example.evil.example/',
    'https://help.example@evil.example/',
    'https://user:pw@help.example/',
    'https://help.example:8443/',
    'https://help.example\\@evil.example/',
    'https:help.evil.example',
    'file:///etc/passwd',
    'ms-msdt:/id',
    'search-ms:query=x',
    'javascript:alert(1)',
    '',
  ]
  const opened = others.filter((address) => mayOpenOutside(address, listed)).filter((address) => !isOfHost(address))
  return [
    ...opened.map((address) => `the system opens ${address}`),
    ...(mayOpenOutside('https://help.example/page', listed) ? [] : ['a listed address is not opened']),
    ...(mayOpenOutside('https://help.example/page') ? ['a host is listed that the audit does not know'] : []),
  ]
}

/** Chromium reads a backslash like a slash, so the address below leads to the listed host. */
const isOfHost = (address: string): boolean =>
  new URL(address).origin === 'https://help.example' && !address.includes(':8443')

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../../../scripts/lib/build.mjs'
import { contentSecurityPolicy } from '../../../src/main/host/served-files.ts'
import { channels } from '../../../src/shared/bridge/contract.ts'
import type { Reply } from '../../../src/shared/bridge/bridge.ts'
import { launchBrowser } from '../../browser.ts'
import {
  formerConnection,
  formerPlace,
  formerPreferences,
  formerSettingsFile,
  formerWindowFile,
} from '../../fakes/former-files.ts'
import { callApp } from '../../shell/call-app.ts'
import { forkShell, startShell, type Shell } from '../../shell/start-shell.ts'

const appFolder = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..', '..')
const ownUrl = 'app://setdesk/'
let folder: string
let browser: Browser
let shell: Shell

beforeAll(async () => {
  if (process.env['SETDESK_SHELL_APP'] === undefined) expect(await ensureBuilt()).toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'setdesk-shell-'))
  browser = await launchBrowser()
  shell = await startShell({ dataFolder: join(folder, 'shared'), browser, appFolder })
}, 180_000)

afterAll(async () => {
  await shell?.close()
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

const get = (url: string, method = 'GET') => shell.main.ask('protocol', { url, method })

const invoke = (frame: { url: string; isTop: boolean } | undefined, channel = 'app.snapshot') =>
  shell.main.ask('invoke', { id: 1, channel: 'bridge', args: [channel, {}], frame })

describe('the built app', () => {
  test('shows its page in a window that is isolated from the system', async () => {
    expect(shell.shown.windows).toHaveLength(1)
    expect(shell.shown.windows[0]?.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
    })
    await expect.poll(() => shell.shown.actions).toContain('show')
  })

  test('turns on the sandbox of Electron, registers the scheme of the app, and has no menu item for the developer tools', async () => {
    const facts = await shell.main.ask('facts', {})
    expect(facts.sandboxEnabled).toBe(true)
    expect(facts.schemes).toEqual([
      {
        scheme: 'app',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
      },
    ])
    // Only an installed app takes the links of the system.
    expect(facts.links).toEqual([])
    expect(facts.menu).not.toContain('toggleDevTools')
    expect(facts.menu).not.toContain('reload')
    expect(facts.paths['userData']).toBe(join(folder, 'shared'))
  })

  test('listens only on the channel of its bridge', async () => {
    expect((await shell.main.ask('facts', {})).openChannels).toEqual(['bridge'])
  })

  test('answers its page over the bridge, and the page gets nothing else of Electron or Node', async () => {
    const found = await shell.page.evaluate(async () => {
      const page = window as unknown as { setdesk: { call: (channel: string, request: object) => Promise<unknown> } }
      return {
        snapshot: await page.setdesk.call('app.snapshot', {}),
        unknown: await page.setdesk.call('__proto__', {}),
        bridge: Object.keys(page.setdesk),
        frozen: Object.isFrozen(page.setdesk),
        node: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in window),
      }
    })
    expect(found.snapshot).toMatchObject({ ok: true, value: { host: 'electron' } })
    expect(found.unknown).toMatchObject({ ok: false, error: { code: 'unknown-channel' } })
    expect(found).toMatchObject({ bridge: ['call', 'listen'], frozen: true, node: [] })
  })

  test('sends a snapshot to a page that was loaded again', async () => {
    const heard = shell.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          sessionStorage.setItem('listening', 'yes')
          const page = window as unknown as {
            setdesk: { listen: (listener: (event: { name: string }) => void) => () => void }
          }
          const end = page.setdesk.listen((event) => {
            end()
            resolve(event.name)
          })
        }),
    )
    await shell.main.ask('pageLoaded', { id: 1 })
    expect(await heard).toBe('snapshot')
  })

  test('writes to the clipboard in the main process', async () => {
    await shell.page.evaluate(() =>
      (window as unknown as { setdesk: { call: (channel: string, request: object) => Promise<unknown> } }).setdesk.call(
        'clipboard.write',
        { text: 'for the customer' },
      ),
    )
    expect(shell.shown.clipboard).toEqual(['for the customer'])
  })

  test('opens a draft of a message without a recipient, whatever the text contains', async () => {
    const text = 'User ID: 7&to=eve@evil.example&attach=/etc/passwd'
    const reply = await shell.page.evaluate(
      (message) =>
        (
          window as unknown as { setdesk: { call: (channel: string, request: object) => Promise<unknown> } }
        ).setdesk.call('handout.share', message),
      { by: 'mail', subject: 'Your log-in', text },
    )
    expect(reply).toMatchObject({ ok: true })
    expect(shell.shown.external).toEqual([`mailto:?subject=Your%20log-in&body=${encodeURIComponent(text)}`])
    shell.shown.external.length = 0
  })
})

describe('a call from a page', () => {
  test.each([
    ['a frame within the app’s page', { url: ownUrl, isTop: false }],
    ['a page of the network', { url: 'https://evil.example/', isTop: true }],
    ['a page with a similar name', { url: 'app://setdesk.evil.example/', isTop: true }],
    ['an address with another scheme', { url: 'file:///setdesk/', isTop: true }],
    ['an empty page', { url: 'about:blank', isTop: true }],
    ['a frame that is gone', undefined],
  ])('is not answered if it comes from %s', async (_name, frame) => {
    expect(await invoke(frame)).toMatchObject({ ok: false, error: { code: 'not-allowed' } })
  })

  test("is answered on every channel if it comes from the app's own page", async () => {
    // `app.restart` would end the app, and only an installed app updates itself. Each has its own test.
    const others: ReadonlySet<string> = new Set(['app.restart', 'update.check', 'update.install'])
    const asked = Object.keys(channels).filter((channel) => !others.has(channel))
    const replies = await Promise.all(
      asked.map((channel) => invoke({ url: `${ownUrl}#/queue`, isTop: true }, channel) as Promise<Reply<unknown>>),
    )
    expect(
      replies.filter((reply) => !reply.ok && ['not-allowed', 'unknown-channel', 'internal'].includes(reply.error.code)),
    ).toEqual([])
  })
})

describe('the page of the app', () => {
  test('opens no window', async () => {
    for (const url of [
      'https://evil.example/',
      'app://setdesk/',
      'file:///etc/passwd',
      'mailto:a@evil.example',
      'javascript:0',
    ]) {
      expect(await shell.main.ask('openNewWindow', { id: 1, url })).toBe('deny')
    }
    await shell.page.evaluate(() => void window.open('https://evil.example/'))
    await expect.poll(() => shell.page.context().pages().length).toBe(1)
    expect(shell.shown.external).toEqual([])
  })

  test.each([
    'https://evil.example/',
    'app://setdesk/assets/index.js',
    'app://other/',
    'file:///etc/passwd',
    'data:text/html,x',
  ])('does not navigate to %s', async (url) => {
    expect(await shell.main.ask('navigate', { id: 1, url, isMainFrame: true })).toBe(true)
  })

  test('stays where it is when a link leads elsewhere, and sends no request', async () => {
    // Home is shown, so the start has ended.
    await shell.page.getByRole('heading', { level: 1 }).first().waitFor()
    const before = shell.page.url()
    const asked = shell.outside.length
    const over = shell.page.waitForEvent('requestfailed', (request) => request.url() === 'https://evil.example/')
    await shell.page.evaluate(() => void (location.href = 'https://evil.example/'))
    await over
    expect(shell.page.url()).toBe(before)
    expect(shell.outside.slice(asked)).toEqual([])
  })

  test('may be reloaded', async () => {
    expect(await shell.main.ask('navigate', { id: 1, url: `${ownUrl}index.html#/queue`, isMainFrame: true })).toBe(
      false,
    )
    await shell.page.reload()
    expect(await shell.page.title()).toContain('Setdesk')
  })

  test('gets no frame, no webview and no download', async () => {
    expect(await shell.main.ask('navigate', { id: 1, url: ownUrl, isMainFrame: false })).toBe(true)
    expect(await shell.main.ask('attachWebview', { id: 1 })).toBe(true)
    expect(await shell.main.ask('download', {})).toBe(true)
  })
})

describe("the page's permissions", () => {
  const camera = { permission: 'media', url: ownUrl, kinds: ['video'], isMainFrame: true } as const

  test.each([
    ['the camera', camera],
    ['notifications', { ...camera, permission: 'notifications', kinds: [] }],
  ] as const)('include %s', async (_name, asked) => {
    expect(await shell.main.ask('checkPermission', asked)).toBe(true)
    expect(await shell.main.ask('requestPermission', asked)).toBe(true)
  })

  test.each([
    ['the microphone', { ...camera, kinds: ['audio'] }],
    ['camera and microphone at once', { ...camera, kinds: ['audio', 'video'] }],
    ['anything for another page', { ...camera, url: 'https://evil.example/' }],
    ['anything for a frame', { ...camera, isMainFrame: false }],
    ['notifications for another page', { ...camera, permission: 'notifications', url: 'https://evil.example/' }],
    ['notifications for a frame', { ...camera, permission: 'notifications', isMainFrame: false }],
    ['media of no kind', { ...camera, kinds: [] }],
    ...[
      'geolocation',
      'clipboard-read',
      'midi',
      'hid',
      'serial',
      'usb',
      'display-capture',
      'openExternal',
      'fullscreen',
      'unknown',
    ].map((permission) => [permission, { ...camera, permission }] as const),
  ] as const)('do not include %s', async (_name, asked) => {
    expect(await shell.main.ask('checkPermission', asked)).toBe(false)
    expect(await shell.main.ask('requestPermission', asked)).toBe(false)
  })
})

describe('the files of the page', () => {
  test('come with the content security policy', async () => {
    const answer = await get(ownUrl)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'content-type': 'text/html; charset=utf-8',
    })
  })

  test('are the only files that are served, however a path is written', async () => {
    const ups = ['..', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '..;', '...', '..%00', '%c0%ae%c0%ae']
    const slashes = ['/', '%2f', '\\', '%5c', '//', '/./', '%252f']
    const targets = ['main/electron.cjs', '../package.json']
    const spelled = ups.flatMap((up) =>
      slashes.flatMap((slash) => targets.map((target) => `${ownUrl}${up}${slash}${target}`)),
    )
    const more = [
      'app://other/',
      'app://setdesk:80/',
      'app://setdesk/.env',
      'app:///etc/passwd',
      'app://setdesk//etc/passwd',
      'app://setdesk/assets',
      'app://setdesk/file:///etc/passwd',
    ]
    const answers = await Promise.all([...spelled, ...more].map((url) => get(url)))
    expect(answers.length).toBeGreaterThan(100)
    expect(answers.map(({ status }) => status).filter((status) => status !== 404)).toEqual([])
    expect(answers.map(({ body }) => body.length).filter((length) => length > 0)).toEqual([])
  })

  test('can be read but not written', async () => {
    expect((await get(ownUrl, 'POST')).status).toBe(404)
  })

  test('are the only source of scripts that run', async () => {
    const ran = await shell.page.evaluate(async () => {
      const script = document.createElement('script')
      script.textContent = 'window.ran = true'
      document.head.append(script)
      const image = document.createElement('img')
      image.setAttribute('onerror', 'window.ran = true')
      const failed = new Promise((resolve) => image.addEventListener('error', resolve))
      image.src = 'https://evil.example/x.png'
      document.body.append(image)
      await fetch('https://evil.example/').catch(() => undefined)
      await failed
      return 'ran' in window
    })
    expect(ran).toBe(false)
    expect(shell.outside.filter((url) => url.includes('evil'))).toEqual([])
  })
})

describe('a data folder', () => {
  test('has one window: a second start brings the first window to the front and ends', async () => {
    const actions = shell.shown.actions.length
    const second = await forkShell({ dataFolder: join(folder, 'shared'), browser, appFolder })
    expect(await second.ended).toBe(0)
    await second.close()
    await expect.poll(() => shell.shown.actions.slice(actions)).toContain('focus')
    expect(second.shown.windows).toEqual([])
  })

  test('can be opened again after its app was killed', async () => {
    const dataFolder = join(folder, 'killed')
    const first = await startShell({ dataFolder, browser, appFolder })
    await first.kill()
    const second = await startShell({ dataFolder, browser, appFolder })
    expect(await second.page.title()).toContain('Setdesk')
    await second.close()
    expect(await second.ended).toBe(0)
  })

  test('that another process owns is not opened, and the owner is named', async () => {
    const { ownFolder } = await import('../../../src/main/host/folder-owner.ts')
    const dataFolder = join(folder, 'owned')
    const owned = ownFolder(dataFolder, 0)
    const refused = await forkShell({ dataFolder, browser, appFolder })
    expect(await refused.ended).toBe(3)
    await refused.close()
    expect(refused.shown.errors).toEqual([expect.stringContaining(String(process.pid))])
    if (owned.ok) owned.value.release()
  })
})

test("settings and the window's position survive a restart, and are read from the files of the former version", async () => {
  const dataFolder = join(folder, 'former')
  mkdirSync(dataFolder)
  writeFileSync(join(dataFolder, 'settings.json'), formerSettingsFile)
  writeFileSync(join(dataFolder, 'window.json'), formerWindowFile)
  const first = await startShell({ dataFolder, browser, appFolder })
  expect(first.shown.windows).toMatchObject([{ width: formerPlace.bounds.width, height: formerPlace.bounds.height }])
  const { preferences, connections } = await callApp(first, 'app.snapshot', {})
  // This setting of the former version no longer exists.
  const { asksForProducts: _, ...connectionLeft } = formerConnection
  expect(preferences).toEqual(expect.objectContaining(formerPreferences))
  expect(connections.map(({ settings }) => settings)).toMatchObject([connectionLeft])
  await callApp(first, 'preferences.save', { ...preferences, technician: 'Ben' })
  await first.pressClose()
  expect(await first.ended).toBe(0)
  await first.close()
  expect(JSON.parse(readFileSync(join(dataFolder, 'window.json'), 'utf8'))).toMatchObject(formerPlace)

  const second = await startShell({ dataFolder, browser, appFolder })
  expect((await callApp(second, 'app.snapshot', {})).preferences.technician).toBe('Ben')
  expect((await second.main.ask('facts', {})).openChannels).toEqual(['bridge'])
  await second.close()
})

test('closing the window ends the app if nothing is unsent', async () => {
  const own = await startShell({ dataFolder: join(folder, 'closed'), browser, appFolder })
  await own.pressClose()
  expect(await own.ended).toBe(0)
  expect(own.shown.boxes).toEqual([])
  await own.close()
})

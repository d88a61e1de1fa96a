import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { BrowserContext, Page, Route } from 'playwright'
import type { FrameFacts, MainCalls, WindowOptions } from './calls.ts'
import { OtherSideGone, type Peer } from './peer.ts'
import { writePreloadScript } from './preload-script.ts'

/** The browser cannot open an unknown scheme. The app's own scheme is shown under an address that does not exist. */
const shownOrigin = 'https://setdesk.invalid'
const ownOrigin = 'app://setdesk'

/** The page of one window. */
export interface ShellPage {
  readonly page: Page
  readonly load: (url: string) => Promise<void>
  readonly send: (channel: string, args: readonly unknown[]) => Promise<void>
  /** Addresses outside the app that the page tried to reach. All are blocked. */
  readonly outside: readonly string[]
  readonly hasCrashed: () => boolean
  /** The address in the app that it shows. */
  readonly address: () => string
}

/** The browser's address for an address of the app. */
const show = (url: string): string =>
  url.startsWith(`${ownOrigin}/`) ? shownOrigin + url.slice(ownOrigin.length) : url
const unshow = (url: string): string =>
  url.startsWith(`${shownOrigin}/`) ? ownOrigin + url.slice(shownOrigin.length) : url

/** Opens the page of window `id`. The process under test answers its preload, its files and its navigation. */
export async function openShellPage(
  context: BrowserContext,
  main: Peer<MainCalls>,
  id: number,
  options: WindowOptions,
  sized = false,
): Promise<ShellPage> {
  const names = { invoke: `i${randomUUID()}`, deliver: `d${randomUUID()}` }
  const outside: string[] = []
  let loading: string | undefined
  const page = await context.newPage()
  // A test that asked for a size has already set it.
  if (!sized) await page.setViewportSize({ width: options.width, height: options.height })

  await page.exposeBinding(names.invoke, async ({ frame }, channel: string, args: readonly unknown[]) => {
    const facts: FrameFacts = { url: unshow(frame.url()), isTop: frame.parentFrame() === null }
    return await main.ask('invoke', { id, channel, args, frame: facts }).catch((problem: unknown) => {
      // A real page dies with its app. It never hears that a call was lost.
      if (problem instanceof OtherSideGone) return new Promise(() => undefined)
      throw problem
    })
  })
  await page.addInitScript(writePreloadScript(readFileSync(options.webPreferences.preload, 'utf8'), names))
  await allowWhatIsAllowed(context, main)

  let crashed = false
  page.on('crash', () => {
    crashed = true
    void main.ask('loseRenderer', { id, reason: 'crashed' }).catch(() => undefined)
  })
  page.on('load', () => void main.ask('pageLoaded', { id }).catch(() => undefined))
  page.on('popup', (popup) => {
    void main
      .ask('openNewWindow', { id, url: unshow(popup.url()) })
      .then((action) => (action === 'deny' ? popup.close() : undefined))
      .catch(() => undefined)
  })
  const answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const url = unshow(request.url())
    const ofPage = isOfPage(route, page)
    if (ofPage && request.isNavigationRequest() && request.url() !== loading) {
      const isMainFrame = request.frame() === page.mainFrame()
      // An answer without content leaves the page as it is, like a prevented navigation.
      if (await main.ask('navigate', { id, url, isMainFrame })) return await route.fulfill({ status: 204 })
    }
    // The browser opens even a denied window, then closes it. It must load nothing.
    if (!ofPage) return await route.abort()
    loading = undefined
    if (!url.startsWith(`${ownOrigin}/`)) {
      outside.push(url)
      return await route.abort()
    }
    const { status, headers, body } = await main.ask('protocol', { url, method: request.method() })
    await route.fulfill({ status, headers, body: Buffer.from(body) })
  }
  await context.route('**/*', async (route) => {
    // A killed process does not answer, and a closing page accepts no answer.
    await answer(route).catch(() => route.abort().catch(() => undefined))
  })

  return {
    page,
    outside,
    hasCrashed: () => crashed,
    address: () => unshow(page.url()),
    load: async (url) => {
      loading = show(url)
      await page.goto(loading)
    },
    send: async (channel, args) => {
      // A page that is being left does not receive events.
      await page.evaluate(deliver, [names.deliver, channel, args] as const).catch(() => undefined)
    },
  }
}

/** Runs in the page: passes an event to the preload's listeners. */
function deliver([name, channel, args]: readonly [string, string, readonly unknown[]]): void {
  const page = window as unknown as Record<string, (channel: string, args: readonly unknown[]) => void>
  page[name]?.(channel, args)
}

/** Whether a request comes from this page. A page that is still opening has no frame. */
function isOfPage(route: Route, page: Page): boolean {
  try {
    return route.request().frame().page() === page
  } catch {
    return false
  }
}

async function allowWhatIsAllowed(context: BrowserContext, main: Peer<MainCalls>): Promise<void> {
  const asked = { permission: 'media', url: `${ownOrigin}/`, kinds: ['video'], isMainFrame: true } as const
  if (await main.ask('checkPermission', asked)) await context.grantPermissions(['camera'], { origin: shownOrigin })
}

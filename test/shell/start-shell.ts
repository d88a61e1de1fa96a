import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { launchBrowser } from '../browser.ts'
import type { MainCalls, MessageBox, ScreenCalls, WindowOptions } from './calls.ts'
import { createPeer, type Calls, type Peer } from './peer.ts'
import { openShellPage, type ShellPage } from './shell-page.ts'

const project = join(import.meta.dirname, '..', '..')

export interface ShellOptions {
  readonly dataFolder: string
  readonly env?: Readonly<Record<string, string>>
  /** More arguments of the start, such as a link. */
  readonly args?: readonly string[]
  /** All arguments of the start, in place of the data folder and `args`. */
  readonly allArgs?: readonly string[]
  /** The folder with `out/` and `package.json`; default: the project. */
  readonly appFolder?: string
  /** A browser to share; without it, one is started and closed. */
  readonly browser?: Browser
  readonly context?: BrowserContextOptions
  readonly browserArgs?: readonly string[]
  /** The button to press in a question; default: the last, which continues. */
  readonly press?: (box: MessageBox) => number | Promise<number>
  /** Where to save a file; without it, the dialog is cancelled. */
  readonly saveAs?: (defaultPath: string) => string | undefined
}

/** What the process under test showed outside its page. */
export interface Shown {
  readonly windows: WindowOptions[]
  readonly actions: string[]
  readonly boxes: MessageBox[]
  readonly errors: string[]
  readonly clipboard: string[]
  readonly external: string[]
  /** The arguments of each start that the app asked for. */
  readonly relaunches: (readonly string[])[]
}

/** The built Electron app in its own process with the double, and its page in a real browser. */
export interface Shell {
  /** The page of the window now: another one after a crash. */
  readonly page: Page
  readonly main: Peer<MainCalls>
  readonly shown: Shown
  readonly outside: readonly string[]
  /** Resolves with the exit code when the process has ended; null if it was killed. */
  readonly ended: Promise<number | null>
  /** Asks the process to end, as a system does when the session ends. */
  readonly terminate: () => void
  /** Presses the close button of the window. Resolves after the answer to a question, if one is asked. */
  readonly pressClose: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

/** The process under test during its start. Its page may never come. */
export interface StartingShell {
  readonly page: Promise<ShellPage>
  /** The page of the first window now. */
  readonly newest: () => ShellPage | undefined
  readonly main: Peer<MainCalls>
  readonly shown: Shown
  readonly ended: Promise<number | null>
  readonly child: ChildProcess
  readonly close: () => Promise<void>
}

/** Starts the app and waits for its page. Rejects with the shown errors if the app ends before. */
export async function startShell(options: ShellOptions): Promise<Shell> {
  const shell = await forkShell(options)
  const early = shell.ended.then((code) => {
    throw new Error(`The app ended with ${String(code)}: ${shell.shown.errors.join(' ')}`)
  })
  const first = await Promise.race([shell.page, early])
  return {
    get page() {
      return (shell.newest() ?? first).page
    },
    outside: first.outside,
    main: shell.main,
    shown: shell.shown,
    ended: shell.ended,
    terminate: () => void shell.child.kill('SIGTERM'),
    pressClose: () => shell.main.ask('pressClose', { id: 1 }),
    kill: async () => {
      shell.child.kill('SIGKILL')
      await shell.ended
      await shell.close()
    },
    close: shell.close,
  }
}

/** Starts the app, for tests in which it may end by itself. */
export async function forkShell(options: ShellOptions): Promise<StartingShell> {
  const {
    dataFolder,
    appFolder = project,
    env = {},
    args = [],
    press = ({ buttons }) => buttons.length - 1,
    saveAs,
  } = options
  const browser = options.browser ?? (await launchBrowser({ args: [...(options.browserArgs ?? [])] }))
  const context = await browser.newContext(options.context)
  const shown: Shown = {
    windows: [],
    actions: [],
    boxes: [],
    errors: [],
    clipboard: [],
    external: [],
    relaunches: [],
  }

  const allArgs = options.allArgs ?? ['--data', dataFolder, ...args]
  const child = fork(join(appFolder, 'out', 'main', 'electron.cjs'), allArgs, {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // Electron's main process only warns of a rejection that nobody handles.
      '--unhandled-rejections=warn-with-error-code',
      '--import',
      new URL('register.ts', import.meta.url).href,
    ],
    env: { ...process.env, SETDESK_SHELL_APP: appFolder, ...env },
    serialization: 'advanced',
  })
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const { promise: page, resolve: found } = Promise.withResolvers<ShellPage>()
  const calls: Record<string, Calls[string]> = {}
  const pages = new Map<number, ShellPage>()
  const main = createPeer<MainCalls>(child, calls)
  Object.assign(
    calls,
    createScreen({ context, main, shown, pages, press, saveAs, found, sized: options.context?.viewport !== undefined }),
  )

  return {
    page,
    newest: () => pages.get(1),
    main,
    shown,
    ended,
    child,
    close: async () => {
      child.kill('SIGTERM')
      await ended
      await context.close()
      if (options.browser === undefined) await browser.close()
    },
  }
}

interface ScreenDeps {
  readonly context: BrowserContext
  readonly main: Peer<MainCalls>
  readonly shown: Shown
  readonly pages: Map<number, ShellPage>
  readonly press: (box: MessageBox) => number | Promise<number>
  readonly saveAs: ((defaultPath: string) => string | undefined) | undefined
  readonly found: (page: ShellPage) => void
  readonly sized: boolean
}

/** The side with the browser: it shows windows as pages, answers message boxes, and records everything else. */
function createScreen({ context, main, shown, pages, press, saveAs, found, sized }: ScreenDeps): ScreenCalls {
  return {
    openWindow: async ({ id, options }) => {
      shown.windows.push(options)
      pages.set(id, await openShellPage(context, main, id, options, sized))
    },
    loadUrl: async ({ id, url }) => {
      const page = pages.get(id)
      if (page === undefined) return
      await page.load(url)
      found(page)
    },
    send: async ({ id, channel, args }) => await pages.get(id)?.send(channel, args),
    printPage: async ({ id }) => (await pages.get(id)?.page.pdf({ preferCSSPageSize: true })) ?? Buffer.alloc(0),
    showSaveDialog: ({ defaultPath }) => saveAs?.(defaultPath),
    reloadPage: async ({ id }) => {
      shown.actions.push('reload')
      const page = pages.get(id)
      const options = shown.windows[id - 1]
      if (page?.hasCrashed() !== true || options === undefined) return void (await page?.page.reload())
      // The browser does not reload a page that has crashed. A new one takes its place, at the same address.
      const fresh = await openShellPage(context, main, id, options, sized)
      pages.set(id, fresh)
      await fresh.load(page.address())
    },
    noteRelaunch: ({ args }) => {
      shown.actions.push('relaunch')
      shown.relaunches.push(args)
    },
    closeWindow: async ({ id }) => await pages.get(id)?.page.close(),
    noteWindow: ({ action }) => void shown.actions.push(action),
    showMessageBox: (box) => {
      shown.boxes.push(box)
      return press(box)
    },
    showErrorBox: ({ content }) => void shown.errors.push(content),
    writeClipboard: ({ text }) => void shown.clipboard.push(text),
    openExternal: ({ url }) => void shown.external.push(url),
    openPath: ({ path }) => {
      shown.external.push(path)
      return ''
    },
  }
}

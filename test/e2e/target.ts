import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { Running, TargetOptions } from './running.ts'
import { startOnDouble } from './start-on-double.ts'
import { startOnElectron } from './start-on-electron.ts'
import { startOnLoopback } from './start-on-loopback.ts'

/** What the end-to-end tests run against, by `SETDESK_TARGET`; `loopback` by default. */
export const targets = { loopback: startOnLoopback, shell: startOnDouble, electron: startOnElectron } as const
export type TargetName = keyof typeof targets

/** An app with its page that can be stopped and started again with the same data. */
export interface OpenSetdesk {
  /** The page of the running app. A restart replaces it. */
  readonly page: Page
  readonly dataFolder: string
  readonly readClipboard: () => Promise<string>
  /** Stops the app if it is running, and starts it again. */
  readonly restart: () => Promise<Page>
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

export const targetName: TargetName = readTargetName(process.env['SETDESK_TARGET'])

function readTargetName(asked = 'loopback'): TargetName {
  if (Object.hasOwn(targets, asked)) return asked as TargetName
  throw new Error(`SETDESK_TARGET is one of ${Object.keys(targets).join(', ')}.`)
}

/** Opens the built app on the selected target. */
export async function openSetdesk(options: TargetOptions = {}): Promise<OpenSetdesk> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'setdesk-e2e-'))
  const appFolder = process.env['SETDESK_SHELL_APP'] ?? join(import.meta.dirname, '..', '..')
  const start = () => targets[targetName]({ ...options, dataFolder, appFolder })
  let running: Running | undefined = await start()
  let last = running

  const end = async (how: 'close' | 'kill') => {
    const ending = running
    running = undefined
    await ending?.[how]()
  }
  return {
    get page() {
      return last.page
    },
    dataFolder,
    readClipboard: () => last.readClipboard(),
    restart: async () => {
      await end('close')
      last = running = await start()
      return last.page
    },
    kill: () => end('kill'),
    close: async () => {
      await end('close')
      if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

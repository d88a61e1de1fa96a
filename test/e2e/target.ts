import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { Running, TargetOptions } from './running.ts'
import { startOnDouble } from './start-on-double.ts'
import { startOnElectron } from './start-on-electron.ts'
import { startOnLoopback } from './start-on-loopback.ts'

/** What the end-to-end specs run against: `SETDESK_TARGET`, `loopback` without it. */
export const targets = { loopback: startOnLoopback, shell: startOnDouble, electron: startOnElectron } as const
export type TargetName = keyof typeof targets

/** An app with its page, which can be stopped and started again on the same data. */
export interface OpenSetdesk {
  /** Of the app as it runs now: another one after a restart. */
  readonly page: Page
  readonly dataFolder: string
  readonly readClipboard: () => Promise<string>
  /** Stops the app if it still runs, and starts it again. */
  readonly restart: () => Promise<Page>
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

export const targetName: TargetName = readTargetName(process.env['SETDESK_TARGET'])

function readTargetName(asked = 'loopback'): TargetName {
  if (Object.hasOwn(targets, asked)) return asked as TargetName
  throw new Error(`SETDESK_TARGET is one of ${Object.keys(targets).join(', ')}.`)
}

/** Opens the built app on the target that was asked for. */
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

import type { BrowserContextOptions, Page } from 'playwright'

export interface TargetOptions {
  /** One that is there already; without it, an empty one that is removed at the end. */
  readonly dataFolder?: string
  readonly env?: Readonly<Record<string, string>>
  readonly context?: BrowserContextOptions
  /** More arguments of the browser or of Electron. */
  readonly browserArgs?: readonly string[]
}

/** One running app. */
export interface Running {
  readonly page: Page
  /** What the app put on the clipboard last. */
  readonly readClipboard: () => Promise<string>
  /** At once, as a power cut would. */
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

export type StartTarget = (
  options: TargetOptions & { readonly dataFolder: string; readonly appFolder: string },
) => Promise<Running>

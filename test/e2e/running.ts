import type { BrowserContextOptions, Page } from 'playwright'

export interface TargetOptions {
  /** An existing folder. Without it, an empty one is created and removed at the end. */
  readonly dataFolder?: string
  readonly env?: Readonly<Record<string, string>>
  readonly context?: BrowserContextOptions
  /** Additional arguments for the browser or Electron. */
  readonly browserArgs?: readonly string[]
}

/** A running app. */
export interface Running {
  readonly page: Page
  /** The last text that the app copied to the clipboard. */
  readonly readClipboard: () => Promise<string>
  /** Ends the app at once, like a power cut. */
  readonly kill: () => Promise<void>
  readonly close: () => Promise<void>
}

export type StartTarget = (
  options: TargetOptions & { readonly dataFolder: string; readonly appFolder: string },
) => Promise<Running>

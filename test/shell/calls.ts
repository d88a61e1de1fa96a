/** The calls from the process under test to the side with the browser. */
export interface ScreenCalls extends Record<string, (asked: never) => unknown> {
  readonly openWindow: (asked: { readonly id: number; readonly options: WindowOptions }) => Promise<void>
  readonly loadUrl: (asked: { readonly id: number; readonly url: string }) => Promise<void>
  readonly send: (asked: {
    readonly id: number
    readonly channel: string
    readonly args: readonly unknown[]
  }) => Promise<void>
  readonly closeWindow: (asked: { readonly id: number }) => Promise<void>
  readonly printPage: (asked: { readonly id: number }) => Promise<Uint8Array>
  /** Answers with the chosen path; undefined if the dialog was cancelled. */
  readonly showSaveDialog: (asked: { readonly defaultPath: string }) => string | undefined
  readonly reloadPage: (asked: { readonly id: number }) => Promise<void>
  readonly noteRelaunch: (asked: { readonly args: readonly string[] }) => void
  readonly noteWindow: (asked: {
    readonly id: number
    readonly action: 'show' | 'focus' | 'maximize' | 'restore'
  }) => void
  /** Answers with the index of the pressed button. */
  readonly showMessageBox: (asked: MessageBox) => number | Promise<number>
  readonly showErrorBox: (asked: { readonly title: string; readonly content: string }) => void
  readonly writeClipboard: (asked: { readonly text: string }) => void
  readonly openExternal: (asked: { readonly url: string }) => void
  /** Answers with the text of the failure; empty if the file was opened. */
  readonly openPath: (asked: { readonly path: string }) => string
}

export interface MessageBox {
  readonly message: string
  readonly detail?: string | undefined
  readonly buttons: readonly string[]
}

/** The window options that can be sent between processes. */
export interface WindowOptions {
  readonly width: number
  readonly height: number
  readonly webPreferences: Readonly<Record<string, unknown>> & { readonly preload: string }
}

export interface FrameFacts {
  readonly url: string
  readonly isTop: boolean
}

/** The calls from the side with the browser to the process under test. */
export interface MainCalls extends Record<string, (asked: never) => unknown> {
  readonly protocol: (asked: { readonly url: string; readonly method: string }) => Promise<{
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: Uint8Array
  }>
  readonly invoke: (asked: {
    readonly id: number
    readonly channel: string
    readonly args: readonly unknown[]
    /** Undefined if the frame is gone. */
    readonly frame: FrameFacts | undefined
  }) => Promise<unknown>
  /** Whether the navigation was prevented. */
  readonly navigate: (asked: { readonly id: number; readonly url: string; readonly isMainFrame: boolean }) => boolean
  readonly openNewWindow: (asked: { readonly id: number; readonly url: string }) => 'allow' | 'deny'
  readonly attachWebview: (asked: { readonly id: number }) => boolean
  readonly download: (asked: Record<string, never>) => boolean
  readonly checkPermission: (asked: PermissionFacts) => boolean
  readonly requestPermission: (asked: PermissionFacts) => Promise<boolean>
  readonly pageLoaded: (asked: { readonly id: number }) => void
  readonly failLoad: (asked: { readonly id: number }) => void
  readonly loseRenderer: (asked: { readonly id: number; readonly reason: string }) => void
  /** Throws an error that nothing catches. */
  readonly throwUncaught: (asked: { readonly message: string }) => void
  /** Rejects a promise that nobody handles. */
  readonly rejectUnheard: (asked: { readonly message: string }) => void
  /** Whether the event's default was prevented, which delays a shutdown. */
  readonly reportPower: (asked: { readonly event: PowerEvent }) => boolean
  /** Ends the user's session as Windows does. Whether the window held it up. */
  readonly endWindowsSession: (asked: { readonly id: number }) => boolean
  /** Enters the password that the key store asks for. */
  readonly givePassword: (asked: Record<string, never>) => void
  /** Presses the close button of the window. */
  readonly pressClose: (asked: { readonly id: number }) => void
  /** Presses the close button of the window, and starts the app with these arguments while it is ending. */
  readonly startWhileClosing: (asked: { readonly id: number; readonly args: readonly string[] }) => void
  readonly facts: (asked: Record<string, never>) => MainFacts
}

/** The events of `powerMonitor` that the app listens to. */
export type PowerEvent = 'lock-screen' | 'suspend' | 'shutdown'

export interface PermissionFacts {
  readonly permission: string
  /** Address of the page that asks. */
  readonly url: string
  readonly kinds: readonly ('video' | 'audio')[]
  readonly isMainFrame: boolean
}

/** What the process under test has set in Electron. */
export interface MainFacts {
  readonly sandboxEnabled: boolean
  readonly schemes: readonly unknown[]
  /** The schemes of links that the system opens with the app. */
  readonly links: readonly string[]
  readonly menu: readonly (string | undefined)[]
  readonly paths: Readonly<Record<string, string>>
  /** The channels through which a page can reach the process. */
  readonly openChannels: readonly string[]
  /** What its utility processes have answered, by the names of their files. */
  readonly answers: readonly (readonly [file: string, answer: unknown])[]
}

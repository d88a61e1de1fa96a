/** What the process under test asks of the side that has the browser. */
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
  /** Answers with the path that was chosen; undefined where the dialog was left. */
  readonly showSaveDialog: (asked: { readonly defaultPath: string }) => string | undefined
  readonly reloadPage: (asked: { readonly id: number }) => Promise<void>
  readonly noteRelaunch: (asked: Record<string, never>) => void
  readonly noteWindow: (asked: { readonly id: number; readonly act: 'show' | 'focus' | 'maximize' | 'restore' }) => void
  /** Answers with the index of the button that was pressed. */
  readonly showMessageBox: (asked: MessageBox) => number
  readonly showErrorBox: (asked: { readonly title: string; readonly content: string }) => void
  readonly writeClipboard: (asked: { readonly text: string }) => void
  readonly openExternal: (asked: { readonly url: string }) => void
}

export interface MessageBox {
  readonly message: string
  readonly detail?: string | undefined
  readonly buttons: readonly string[]
}

/** What of a window's options can be sent from one process to the other. */
export interface WindowOptions {
  readonly width: number
  readonly height: number
  readonly webPreferences: Readonly<Record<string, unknown>> & { readonly preload: string }
}

export interface FrameFacts {
  readonly url: string
  readonly isTop: boolean
}

/** What the side that has the browser asks of the process under test. */
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
    /** Absent where the frame is gone. */
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
  /** Something goes wrong where nothing catches it. */
  readonly throwUncaught: (asked: { readonly message: string }) => void
  /** What a user does whom the system asks for the password of the key store. */
  readonly givePassword: (asked: Record<string, never>) => void
  /** What pressing the window's cross does. */
  readonly pressClose: (asked: { readonly id: number }) => void
  readonly facts: (asked: Record<string, never>) => MainFacts
}

export interface PermissionFacts {
  readonly permission: string
  /** Of the page that asks. */
  readonly url: string
  readonly kinds: readonly ('video' | 'audio')[]
  readonly isMainFrame: boolean
}

/** What the process under test has told Electron. */
export interface MainFacts {
  readonly sandboxEnabled: boolean
  readonly schemes: readonly unknown[]
  readonly menu: readonly (string | undefined)[]
  readonly paths: Readonly<Record<string, string>>
  /** The channels on which a page can reach the process. */
  readonly openChannels: readonly string[]
}

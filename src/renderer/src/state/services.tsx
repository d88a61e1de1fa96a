import { createContext, type RefObject, use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { ConnectionView, Snapshot } from '../../../shared/bridge/snapshot.ts'
import { createScanBatchStore } from './scan-batch-store.ts'
import { createDrainStore, createSnapshotStore, findActiveConnection } from './snapshot-store.ts'
import type { DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { createStore } from 'zustand/vanilla'
import type { Policy } from '../../../shared/domain/policy.ts'
import { readVendorTable, type VendorTable } from '../../../shared/domain/vendor-table.ts'

export type Services = ReturnType<typeof createServices>

export function createServices(bridge: Bridge, snapshots = createSnapshotStore(bridge)) {
  const view = createViewStore()
  return {
    bridge,
    commands: createCommands(bridge, view),
    snapshots,
    view,
    drains: createDrainStore(snapshots, Date.now),
    vendors: createVendorStore(),
    otherWindows: createOtherWindows(),
    scanBatches: { bulk: createScanBatchStore(bridge, 'bulk'), hostnames: createScanBatchStore(bridge, 'hostnames') },
  }
}

export type Commands = Pick<Bridge, 'call'>

/** Calls the bridge for controls that have no place of their own for an error. The error stays at the bottom of the window. */
export function createCommands(bridge: Bridge, view: ViewStore): Commands {
  return {
    call: async (channel, request) => {
      view.fail(undefined)
      const reply = await bridge.call(channel, request)
      if (!reply.ok) view.fail(reply.error)
      return reply
    },
  }
}

const ServicesContext = createContext<Services | undefined>(undefined)

export const ServicesProvider = ServicesContext.Provider

export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === undefined) throw new Error('A screen needs a ServicesProvider around it.')
  return services
}

/** Why nothing arrives from the host now. What the snapshot says about the platform is then no longer true. */
export const useHostError = () => useStore(useServices().snapshots, ({ hostError }) => hostError)

/** Selects a part of the snapshot. Throws if there is no snapshot yet, but the frame shows no screen before the first snapshot. */
export function useSnapshot<T>(select: (snapshot: Snapshot) => T): T {
  return useStore(useServices().snapshots, ({ snapshot }) => {
    if (snapshot === undefined) throw new Error('A screen is shown before the first snapshot.')
    return select(snapshot)
  })
}

export function useActiveConnection(): ConnectionView | undefined {
  return useSnapshot(findActiveConnection)
}

export const useConnection = (id: string | undefined): ConnectionView | undefined =>
  useSnapshot(({ connections }) => connections.find(({ settings }) => settings.id === id))

/**
 * Returns the operator's policy. The main process enforces the policy. A screen only uses the policy to say what is forbidden before the
 * user tries.
 */
export const usePolicy = (): Policy => useSnapshot(({ policy }) => policy.rules)

/**
 * Lets the windows of one browser tell each other that a draft has changed. Electron has only one window. Each window opens only one
 * channel, on first use. If each form had its own channel, two forms of the same window would hear each other.
 */
export function createOtherWindows(open = () => new BroadcastChannel('setdesk-draft')) {
  let channel: BroadcastChannel | undefined
  const opened = (): BroadcastChannel => (channel ??= open())
  return {
    tell: () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no target: it reaches only its own origin
      opened().postMessage('changed')
    },
    /** Calls `heard` for messages of other windows, and never for a message of this window. Returns a function that stops listening. */
    listen: (heard: () => void) => {
      const here = opened()
      here.addEventListener('message', heard)
      return () => here.removeEventListener('message', heard)
    },
  }
}

/** Returns the maker of a box by its MAC address. Undefined for a serial number or an unknown maker, and until the table is loaded. */
export function useVendor(identifier: DeviceIdentifier): string | undefined {
  const { vendors } = useServices()
  const mac = identifier.kind === 'mac' ? identifier.value : undefined
  useEffect(() => {
    if (mac !== undefined) vendors.getState().load()
  }, [vendors, mac])
  return useStore(vendors, ({ table }) => (mac === undefined ? undefined : table?.find(mac)))
}

/** Whether a MAC address should belong to a known maker but does not. False until the table is loaded. */
export function useIsUnusual(identifier: DeviceIdentifier): boolean {
  const { vendors } = useServices()
  const vendor = useVendor(identifier)
  const isHere = useStore(vendors, ({ table }) => table !== undefined)
  if (identifier.kind !== 'mac' || !isHere || vendor !== undefined) return false
  // Multicast and locally administered addresses are in no table. The screen has other messages for such addresses.
  return (Number.parseInt(identifier.value.slice(0, 2), 16) & 3) === 0 && identifier.value !== '000000000000'
}

interface Vendors {
  readonly table: VendorTable | undefined
  readonly load: () => void
}

/** Creates a store that fetches the table of makers from the app's own files when the first MAC address is shown. */
export function createVendorStore(fetchTable: () => Promise<VendorTable> = fetchVendorTable) {
  return createStore<Vendors>()((set) => {
    let isAsked = false
    const take = async () => {
      isAsked = true
      try {
        set({ table: await fetchTable() })
      } catch {
        // The error is ignored, because a maker's name is optional. The next box fetches the table again.
        isAsked = false
      }
    }
    return {
      table: undefined,
      load: () => {
        if (!isAsked) void take()
      },
    }
  })
}

async function fetchVendorTable(): Promise<VendorTable> {
  const answer = await fetch('./vendors.bin')
  if (!answer.ok || answer.body === null) throw new Error('The table of makers is not there.')
  const plain = answer.body.pipeThrough(new DecompressionStream('deflate-raw'))
  return readVendorTable(new Uint8Array(await new Response(plain).arrayBuffer()))
}

type Overlay = 'find' | 'help' | 'token' | 'release'

export interface Toast {
  readonly id: number
  readonly text: string
}

/** State of the view that is not stored on this computer. */
interface ViewState {
  readonly overlay: Overlay | undefined
  readonly toasts: readonly Toast[]
  /** The error of the last command, until the user closes the message or gives another command. */
  readonly failure: BridgeError | undefined
  /** Whether the user has asked to search, and no search field has the focus for it yet. */
  readonly isFindAsked: boolean
}

export type ViewStore = ReturnType<typeof createViewStore>

const mostToasts = 3

/** How long a short message is shown, in milliseconds. */
export const messageShownMs = 5000

export function createViewStore() {
  const store = createStore<ViewState>(() => ({
    overlay: undefined,
    toasts: [],
    failure: undefined,
    isFindAsked: false,
  }))
  let last = 0
  const offers: (() => void)[] = []
  return {
    ...store,
    open: (overlay: Overlay) => store.setState({ overlay }),
    close: () => store.setState({ overlay: undefined }),
    /** Shows a toast and announces it politely to screen readers. */
    say: (text: string) => {
      last += 1
      store.setState({ toasts: [...store.getState().toasts, { id: last, text }].slice(-mostToasts) })
    },
    fail: (failure: BridgeError | undefined) => store.setState({ failure }),
    unsay: (id: number) => store.setState({ toasts: store.getState().toasts.filter((toast) => toast.id !== id) }),
    /** Unsaved values of forms, kept until the window closes. They never contain a secret. */
    kept: new Map<string, unknown>(),
    askToFind: () => store.setState({ isFindAsked: true }),
    answerFind: () => store.setState({ isFindAsked: false }),
    /** Registers the print function of a screen with a handout. Returns a function that unregisters it. */
    offerPrint: (print: () => void) => {
      offers.push(print)
      return () => void offers.splice(offers.indexOf(print), 1)
    },
    /** Prints the handout of the current screen, if there is one. */
    print: () => offers.at(-1)?.(),
  }
}

/** Like `useState`, but the value stays until the window closes, even if the component is unmounted. It must contain no secret. */
export function useKept<T>(key: string, initial: T): readonly [value: T, keep: (next: T) => void] {
  const { kept } = useServices().view
  const [value, setValue] = useState(() => (kept.get(key) ?? initial) as T)
  const keep = (next: T): void => {
    kept.set(key, next)
    setValue(next)
  }
  return [value, keep]
}

/**
 * Carries what was typed into a component over a lock, because a lock unmounts every screen. `read` is called when Setdesk locks, and
 * `restore` with its value when the component is back. The value must contain no secret.
 */
export function useKeptOverLock<T>(key: string, read: () => T, restore: (value: T) => void): void {
  const { snapshots, view } = useServices()
  const last = useEffectEvent(read)
  const bringBack = useEffectEvent(restore)
  useLayoutEffect(() => {
    if (view.kept.has(key)) bringBack(view.kept.get(key) as T)
    view.kept.delete(key)
    return () => {
      if (snapshots.getState().snapshot?.who.state === 'signed-out') view.kept.set(key, last())
    }
  }, [snapshots, view, key])
}

/** Focuses the search field of a screen whenever the user asks to search. To be passed as the `inputRef` of the field. */
export function useFindFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const { view } = useServices()
  const isAsked = useStore(view, ({ isFindAsked }) => isFindAsked)
  useEffect(() => {
    if (!isAsked || field.current === null) return
    field.current.focus()
    view.answerFind()
  }, [view, isAsked])
  return field
}

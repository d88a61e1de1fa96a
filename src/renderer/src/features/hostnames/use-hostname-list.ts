import { useCallback, useEffect, useRef, useState } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { HostnameList } from '../../../../shared/bridge/hostname-channels.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'

/** The boxes under a hostname, as far as known. */
export interface KnownList {
  readonly list: HostnameList | undefined
  /** The list comes from the cache, because the platform was not or could not be asked. */
  readonly isKept: boolean
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  readonly refresh: () => Promise<void>
}

type Known = Omit<KnownList, 'refresh'> & { readonly of: string | undefined }
const nothing: Known = { of: undefined, list: undefined, isKept: false, isBusy: false, error: undefined }

/** Shows the cached list at once and asks the platform. An answer for a hostname that is no longer shown is dropped. */
export function useHostnameList(hostname: string | undefined): KnownList {
  const { bridge } = useDesk()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const of = hostname === undefined ? undefined : `${connectionId ?? ''} ${hostname}`
  const [known, setKnown] = useState<Known>(nothing)
  const latest = useRef(0)

  const ask = useCallback(async () => {
    latest.current += 1
    const mine = latest.current
    if (hostname === undefined || of === undefined) return
    const kept = await bridge.call('hostname.kept', { hostname })
    if (mine !== latest.current) return
    const list = kept.ok ? kept.value.list : undefined
    setKnown((before) =>
      before.of === of ? { ...before, isBusy: true } : { of, list, isKept: true, isBusy: true, error: undefined },
    )
    const read = await bridge.call('hostname.read', { hostname })
    if (mine !== latest.current) return
    setKnown((before) =>
      read.ok
        ? { of, list: read.value, isKept: false, isBusy: false, error: undefined }
        : { ...before, isKept: true, isBusy: false, error: read.error },
    )
  }, [bridge, hostname, of])

  useEffect(() => {
    void ask()
    return () => {
      latest.current += 1
    }
  }, [ask])
  const shown = known.of === of ? known : { ...nothing, isBusy: of !== undefined }
  return { list: shown.list, isKept: shown.isKept, isBusy: shown.isBusy, error: shown.error, refresh: ask }
}

import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { HostnameList } from '../../../../shared/bridge/hostname-channels.ts'
import { useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'

/** The boxes under a hostname, as far as known. */
export interface KnownList {
  readonly list: HostnameList | undefined
  /** The list comes from the cache, or the platform could not be asked again. */
  readonly isCached: boolean
  readonly isBusy: boolean
  readonly error: BridgeError | undefined
  readonly refresh: () => Promise<unknown>
}

/** Shows the cached list at once and asks the platform. */
export function useHostnameList(hostname: string | undefined): KnownList {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = hostname === undefined ? undefined : { hostname }
  const kept = useRead('hostname.cached', request, { scope })
  const { value, isBusy, error, refresh } = useRead('hostname.read', request, { scope })
  const list = value ?? kept.value?.list
  return { list, isCached: list !== undefined && (value === undefined || error !== undefined), isBusy, error, refresh }
}

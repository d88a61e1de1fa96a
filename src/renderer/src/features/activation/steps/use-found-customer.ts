import { useEffect, useState } from 'react'
import type { FoundCustomer } from '../../../../../shared/bridge/contract.ts'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import { useDesk } from '../../../state/desk.tsx'

/** The platform's answer about a user ID; `unchecked` if the platform is not reached. */
export type CustomerLookup =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'found'; readonly customer: FoundCustomer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'failed'; readonly error: BridgeError }

const pause = 600

/** Looks up a user ID on the platform once typing pauses, and only while the platform is reached. */
export function useFoundCustomer(userid: string, isReached: boolean): CustomerLookup {
  const { bridge } = useDesk()
  const [said, setSaid] = useState<{ readonly userid: string; readonly finding: CustomerLookup }>()
  useEffect(() => {
    if (userid === '' || !isReached) return
    let isWanted = true
    const ask = async (): Promise<void> => {
      setSaid({ userid, finding: { kind: 'asking' } })
      const reply = await bridge.call('customer.look-up', { userid, customermappingid: '' })
      if (!isWanted) return
      if (reply.ok) setSaid({ userid, finding: findingOf(reply.value.customer) })
      else if (reply.error.code === 'not-reached') setSaid({ userid, finding: { kind: 'unchecked' } })
      else setSaid({ userid, finding: { kind: 'failed', error: reply.error } })
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [bridge, userid, isReached])
  if (userid === '') return { kind: 'nothing' }
  if (!isReached) return { kind: 'unchecked' }
  return said?.userid === userid ? said.finding : { kind: 'nothing' }
}

function findingOf(customer: FoundCustomer | undefined): CustomerLookup {
  return customer === undefined ? { kind: 'absent' } : { kind: 'found', customer }
}

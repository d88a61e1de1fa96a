import { useEffect, useState } from 'react'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { useDesk, useSnapshot } from '../../../state/desk.tsx'
import { mayBeIdentifier } from './searches-for.ts'

type Hits = Response<'customers.direct'>

const pause = 350
const slot = 'customer-direct'

/** What a typed text leads to where it may be an identifier, once the typing pauses. */
export function useDirectHits(text: string): Hits | undefined {
  const { bridge } = useDesk()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const [told, setTold] = useState<{ readonly key: string; readonly hits: Hits }>()
  const key = `${connectionId ?? ''} ${text}`
  useEffect(() => {
    if (!mayBeIdentifier(text)) return undefined
    let isWanted = true
    const ask = async (): Promise<void> => {
      const reply = await bridge.call('customers.direct', { slot, text })
      if (isWanted && reply.ok) setTold({ key, hits: reply.value })
    }
    const timer = setTimeout(() => {
      void ask()
    }, pause)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [bridge, text, key])
  return told?.key === key ? told.hits : undefined
}

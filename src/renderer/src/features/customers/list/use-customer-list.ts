import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../../state/services.tsx'
import { createCustomerListStore, type CustomerListState, type CustomerListStore } from './customer-list-store.ts'
import type { ListSource } from './list-source.ts'

const pause = 250

/** The list of a source, loaded once typing pauses; empty without a source. Sources are compared by value. */
export function useCustomerList(
  source: ListSource | undefined,
): CustomerListState & Pick<CustomerListStore, 'lookAt' | 'tryAgain'> {
  const { bridge } = useServices()
  const list = useMemo(() => createCustomerListStore(bridge), [bridge])
  const text = source === undefined ? undefined : JSON.stringify(source)
  useEffect(() => {
    if (text === undefined) {
      list.stop()
      return undefined
    }
    const wanted = JSON.parse(text) as ListSource
    // The first source is loaded at once.
    const timer = setTimeout(
      () => {
        list.show(wanted)
      },
      list.getState().isFresh ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
    }
  }, [list, text])
  useEffect(() => list.stop, [list])
  return { ...useStore(list), lookAt: list.lookAt, tryAgain: list.tryAgain }
}

import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { createActivityStore, type ActivityState, type ActivityStore } from './activity-store.ts'
import { readFilter, type ActivityForm } from './filter-values.ts'

/** A person types on, milliseconds; jobs change by the dozen. */
const pause = 250
const longPause = 1500

/** The acts that fit the form, kept up to date while the newest are shown. */
export function useActivity(form: ActivityForm): ActivityState & Pick<ActivityStore, 'older' | 'newer' | 'stop'> {
  const { bridge } = useDesk()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const store = useMemo(() => createActivityStore(bridge), [bridge])
  const asked = JSON.stringify(form)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        if (connectionId !== undefined) void store.show(readFilter(JSON.parse(asked) as ActivityForm))
      },
      store.getState().isFresh ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
    }
  }, [store, asked, connectionId])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = bridge.listen((event) => {
      if (event.name !== 'job-changed') return
      timer ??= setTimeout(() => {
        timer = undefined
        void store.refresh()
      }, longPause)
    })
    return () => {
      clearTimeout(timer)
      end()
      store.stop()
    }
  }, [bridge, store])
  return { ...useStore(store), older: store.older, newer: store.newer, stop: store.stop }
}

import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useServices } from './services.tsx'
import type { Drain } from './drain-store.ts'

const aSecond = 1000
const tenSeconds = 10_000

/** The current drain and whether it is `long` (over ten seconds). Undefined in its first second and for a single job. */
export function useDrain(): { readonly drain: Drain; readonly isLong: boolean } | undefined {
  const drain = useStore(useServices().drains, (state) => state.drain)
  const since = drain?.since
  const [lasted, setLasted] = useState(0)
  useEffect(() => {
    if (since === undefined) return undefined
    const look = () => setLasted(Date.now() - since)
    look()
    const timers = [aSecond, tenSeconds]
      .map((mark) => since + mark - Date.now())
      .filter((wait) => wait > 0)
      .map((wait) => setTimeout(look, wait + 20))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [since])
  if (drain === undefined || lasted < aSecond) return undefined
  return drain.sent + drain.needsYou + drain.open < 2 ? undefined : { drain, isLong: lasted >= tenSeconds }
}

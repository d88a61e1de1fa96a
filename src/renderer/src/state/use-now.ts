import { useEffect, useState } from 'react'

const minute = 60_000

/** The current time, milliseconds since 1970, updated once a minute. For "today" and for times on screen. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return now
}

import { useEffect, useState } from 'react'

/** How many of `count` items to render: a few more each turn, so that the screen is never blocked. */
export function useGradually(count: number, step: number): number {
  const [drawn, setDrawn] = useState(step)
  const isAll = drawn >= count
  useEffect(() => {
    if (isAll) return undefined
    const timer = setTimeout(() => {
      setDrawn(drawn + step)
    })
    return () => {
      clearTimeout(timer)
    }
  }, [drawn, isAll, step])
  return Math.min(drawn, count)
}

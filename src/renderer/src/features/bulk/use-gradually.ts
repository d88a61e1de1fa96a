import { useEffect, useState } from 'react'

/** How many of `count` things are drawn: a few more with each turn, so that no turn holds the screen up. */
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

import { useEffect, useState, type RefObject } from 'react'

/** The height of an element in pixels, kept up to date: rows are as high as the text is large. */
export function useRowHeight(probe: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = probe.current
    if (element === null) return undefined
    const look = (): void => {
      if (element.offsetHeight > 0) setHeight(element.offsetHeight)
    }
    const resized = new ResizeObserver(look)
    resized.observe(element)
    look()
    return () => {
      resized.disconnect()
    }
  }, [probe])
  return height
}

import { useCallback, useEffect, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** The rows that are rendered: those in sight and some around them. */
export interface RowWindow {
  readonly first: number
  /** Not included. */
  readonly end: number
}

const around = 40
/** The window moves in steps, so that not every pixel of scrolling makes a new one. */
const step = 20
const begin: RowWindow = { first: 0, end: 2 * around }

/** Follows a scroller through rows of one height; tells which rows are in sight. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  onSight: (first: number, last: number) => void,
): RowWindow {
  const [rows, setRows] = useState(begin)
  const measure = useCallback(() => {
    const element = scroller.current
    if (element === null || element.clientHeight === 0) return undefined
    const first = Math.floor(element.scrollTop / rowHeight)
    const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight)
    onSight(first, last)
    return {
      first: Math.max(0, Math.floor((first - around) / step) * step),
      end: Math.ceil((last + around) / step) * step,
    }
  }, [scroller, rowHeight, onSight])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const follow = (act: (change: () => void) => void) => () => {
      const measured = measure()
      if (measured === undefined) return
      act(() => {
        setRows((before) => (before.first === measured.first && before.end === measured.end ? before : measured))
      })
    }
    // Painted in the same frame as the scrolling, or rows would be blank for one.
    const onScroll = follow(flushSync)
    const onResize = follow((change) => {
      change()
    })
    const resized = new ResizeObserver(onResize)
    resized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    onResize()
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, measure])
  return rows
}

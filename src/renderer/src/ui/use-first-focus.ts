import { useEffect, useRef, type RefObject } from 'react'

/** Puts the focus here when the screen or the dialog comes: where there is one thing to type, it can be typed at once. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    element.current?.focus()
  }, [])
  return element
}

import { useEffect, useRef, type RefObject } from 'react'

/** Focuses this element when its screen or dialog opens, so that the user can type at once. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}

/** The same as a ref, for a field that appears later than its screen or dialog. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()

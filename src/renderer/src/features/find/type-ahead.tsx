import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useServices } from '../../state/services.tsx'
import { useLabels } from '../scan/use-labels.ts'
import { isCharacter, isModifier } from '../scan/wedge/wedge-detector.ts'

/** What was typed for the search. `isWanted`: Enter was pressed after it. */
export interface Typed {
  readonly text: string
  readonly isWanted?: boolean
}

/** The search dialog takes over what is stored here, in `view.kept`. */
export const typedAs = 'search'

/** The keys that change a text or save a form together with Ctrl. The browser's own shortcuts still work. */
const edits: ReadonlySet<string> = new Set(['enter', 'backspace', 'delete', 'x', 'y', 'z'])

/**
 * Takes the keys until the search dialog is loaded. Without it they would reach the field below the dialog, such as a customer's name. The
 * focus stays where it is, because it returns there when the dialog is closed.
 */
export function TypeAhead() {
  const { view } = useServices()
  const typed = useRef<Typed>({ text: '' })
  const keep = (text: string, isWanted = false): void => {
    typed.current = { text, isWanted }
    view.kept.set(typedAs, typed.current)
  }
  // A scanner's characters are in the text already, perhaps not all of them.
  useLabels({ gathered: ({ raw }) => keep(raw), unread: keep })
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey } = event
    if (isModifier(key)) return
    event.stopImmediatePropagation()
    const isTyped = event.getModifierState('AltGraph') || !(ctrlKey || altKey || metaKey)
    // The browser makes a paste of Shift+Insert.
    const isOfBrowser = isTyped ? key === 'Insert' : !altKey && !edits.has(key.toLowerCase())
    if (!isOfBrowser) event.preventDefault()
    if (!isTyped) return
    const { text } = typed.current
    if (key === 'Escape') {
      view.kept.delete(typedAs)
      view.close()
    } else if (key === 'Backspace') keep(text.slice(0, -1))
    else if (key === 'Enter') keep(text, text.trim() !== '')
    else if (isCharacter(key)) keep(text + key)
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    keep(typed.current.text + (event.clipboardData?.getData('text') ?? '').replaceAll(/\s+/g, ' '))
  })
  // Listens before the next key can arrive.
  useLayoutEffect(() => {
    window.addEventListener('keydown', take, true)
    window.addEventListener('paste', paste, true)
    return () => {
      window.removeEventListener('keydown', take, true)
      window.removeEventListener('paste', paste, true)
    }
  }, [])
  return undefined
}

import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../routes.ts'
import { useDesk } from '../../state/desk.tsx'
import { parentOf } from './screen-of.ts'
import { findShortcut, usesCommandKey, type ShortcutName } from '../../shortcuts.ts'

/** Listens for the shortcuts as long as the frame is there. */
export function useShortcuts(): void {
  const { view } = useDesk()
  const [path, navigate] = useLocation()
  useEffect(() => {
    const isMac = usesCommandKey(navigator.userAgent)
    const acts: Readonly<Record<ShortcutName, () => void>> = {
      palette: () => {
        view.open('palette')
      },
      activate: () => {
        navigate(paths.activate)
      },
      find: () => {
        if (!path.startsWith(paths.queue)) navigate(paths.customers)
        view.askToFind()
      },
      print: () => {
        view.print()
      },
      settings: () => {
        navigate(paths.settings)
      },
      shortcuts: () => {
        view.open('shortcuts')
      },
      back: () => {
        const parent = parentOf(path)
        if (parent !== undefined) navigate(parent)
      },
    }
    const take = (press: KeyboardEvent) => {
      if (press.defaultPrevented) return
      const name = findShortcut(press, isMac)
      if (name === undefined || (name === 'back' && isSomethingOpen())) return
      press.preventDefault()
      acts[name]()
    }
    window.addEventListener('keydown', take)
    return () => {
      window.removeEventListener('keydown', take)
    }
  }, [view, path, navigate])
}

/** A dialog or a list that is open takes Esc for itself. */
function isSomethingOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="listbox"]') !== null
}

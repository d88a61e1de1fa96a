import { useEffect, useRef, useState } from 'react'
import { useDesk, useSnapshot } from '../../state/desk.tsx'

/** How a copying went; it goes back to `idle` by itself. */
export type CopyOutcome = 'idle' | 'copied' | 'failed'

const shownFor = 2500

/** Copies text: by the page itself in a browser, over the bridge where the page may not. */
export function useCopy(): { readonly outcome: CopyOutcome; readonly copy: (text: string) => Promise<void> } {
  const { bridge } = useDesk()
  const host = useSnapshot((snapshot) => snapshot.host)
  const [outcome, setOutcome] = useState<CopyOutcome>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
    },
    [],
  )
  const copy = async (text: string): Promise<void> => {
    const written = host === 'electron' ? (await bridge.call('clipboard.write', { text })).ok : await writeByPage(text)
    setOutcome(written ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setOutcome('idle')
    }, shownFor)
  }
  return { outcome, copy }
}

async function writeByPage(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

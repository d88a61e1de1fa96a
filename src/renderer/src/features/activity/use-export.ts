import { useRef, useState } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ActivityCursor, ActivityFilter } from '../../../../shared/domain/activity.ts'
import { useDesk } from '../../state/desk.tsx'

/** What was exported: into a folder, or handed to the browser. */
export interface Exported {
  readonly name: string
  readonly rows: number
  readonly folder?: string
}

export interface Export {
  readonly begin: (filter: ActivityFilter) => Promise<void>
  readonly cancel: () => void
  /** Rows so far while it goes on. */
  readonly progress: number | undefined
  readonly exported: Exported | undefined
  readonly error: BridgeError | undefined
}

/** Puts all acts that fit into a file, part by part; cancelled, the page hands nothing on. */
export function useExport(): Export {
  const { bridge } = useDesk()
  const [progress, setProgress] = useState<number>()
  const [exported, setExported] = useState<Exported>()
  const [error, setError] = useState<BridgeError>()
  const generation = useRef(0)

  const begin = async (filter: ActivityFilter): Promise<void> => {
    generation.current += 1
    const mine = generation.current
    setExported(undefined)
    setError(undefined)
    setProgress(0)
    const parts: string[] = []
    let rows = 0
    let name: string | undefined
    let folder: string | undefined
    let after: ActivityCursor | undefined
    do {
      const reply = await bridge.call('activity.export', {
        filter,
        ...(after !== undefined && { after }),
        ...(name !== undefined && { name }),
      })
      if (mine !== generation.current) return
      if (!reply.ok) {
        setProgress(undefined)
        setError(reply.error)
        return
      }
      parts.push(reply.value.text)
      rows += reply.value.rows
      ;({ name, folder, next: after } = reply.value)
      setProgress(rows)
    } while (after !== undefined)
    setProgress(undefined)
    if (folder === undefined) offerText(parts, name)
    setExported({ name, rows, ...(folder !== undefined && { folder }) })
  }
  return {
    begin,
    cancel: () => {
      generation.current += 1
      setProgress(undefined)
    },
    progress,
    exported,
    error,
  }
}

/** Lets the browser keep a text where it keeps downloads. */
function offerText(parts: readonly string[], name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...parts], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

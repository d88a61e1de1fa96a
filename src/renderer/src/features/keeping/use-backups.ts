import { useEffect, useState } from 'react'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { BackupView } from '../../../../shared/domain/keeping.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'

/** The backups as they are now; asked for anew once another was made. Absent until they are known. */
export function useBackups(): {
  readonly backups: readonly BackupView[] | undefined
  readonly error: BridgeError | undefined
  readonly reload: () => void
} {
  const { bridge } = useDesk()
  const [found, setFound] = useState<{ readonly backups?: readonly BackupView[]; readonly error?: BridgeError }>({})
  const [turn, setTurn] = useState(0)
  const last = useSnapshot(({ keeping }) => keeping.lastBackup)
  const asked = `${turn} ${last}`
  useEffect(() => {
    let isShown = asked !== ''
    const ask = async (): Promise<void> => {
      const reply = await bridge.call('keeping.list-backups', {})
      if (isShown) setFound(reply.ok ? { backups: reply.value.backups } : { error: reply.error })
    }
    void ask()
    return () => {
      isShown = false
    }
  }, [bridge, asked])
  const reload = () => {
    setTurn((before) => before + 1)
  }
  return { backups: found.backups, error: found.error, reload }
}

import { useEffect, useState } from 'react'
import type { JobState } from '../../../../shared/domain/job.ts'
import { useDesk } from '../../state/desk.tsx'

type Counts = Readonly<Partial<Record<JobState, number>>>

/** Often enough to see it move, rarely enough that a thousand jobs are no thousand questions. */
const pauseMs = 400

/** How many jobs of a batch are in which state; asked again while jobs are saved or move. */
export function useBatchCounts(batch: string): Counts {
  const { bridge } = useDesk()
  const [counts, setCounts] = useState<Counts>({})
  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      const reply = await bridge.call('bulk.progress', { batch })
      if (isWanted && reply.ok) setCounts(reply.value.counts)
      timer = undefined
    }
    const askSoon = (): void => {
      timer ??= setTimeout(() => void ask(), pauseMs)
    }
    void ask()
    const end = bridge.listen((event) => {
      if (event.name === 'job-changed') askSoon()
    })
    return () => {
      isWanted = false
      clearTimeout(timer)
      end()
    }
  }, [bridge, batch])
  return counts
}

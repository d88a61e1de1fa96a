import { Pause, Send } from 'lucide-react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { t } from '../../locale.ts'
import { useCommand } from '../../bridge/use-call.tsx'
import type { Drain } from '../../state/snapshot-store.ts'
import { Button } from '../../ui/button.tsx'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useServices } from '../../state/services.tsx'

/** `canPause` offers a pause button on long runs. */
export function SendingProgress({ canPause = false }: { readonly canPause?: boolean }) {
  const going = useDrain()
  const pause = useCommand('queue.pause')
  if (going === undefined) return undefined
  const { drain, isLong } = going
  const { sent, needsYou, open, status } = drain
  const total = sent + needsYou + open
  const counted = t('queue.progress.count', { done: sent, count: total })
  const rest = [
    needsYou === 0 ? '' : t('queue.progress.needsYou', { count: needsYou }),
    t('queue.progress.open', { count: open }),
    isLong ? sayTimeLeft(drain) : '',
  ].filter(Boolean)
  return (
    <section
      aria-label={t('queue.progress.label')}
      data-progress={isLong ? 'long' : 'short'}
      className="grid gap-2 rounded-large border border-line bg-surface px-5 py-3"
    >
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <Send aria-hidden size="1rem" className="shrink-0 text-sending" />
        <p className="font-semibold">{t(`queue.progress.${status}`)}</p>
        <p className="text-soft tabular-nums">{[counted, ...rest].join(' · ')}</p>
        {canPause && isLong && status === 'going' ? (
          <span className="ms-auto">
            <Button size="small" onPress={() => void pause.run({})} isBusy={pause.isBusy}>
              <Pause aria-hidden size="0.875rem" />
              {t('frame.actions.pause')}
            </Button>
          </span>
        ) : undefined}
      </div>
      <ProgressBar
        aria-label={t('queue.progress.label')}
        maxValue={total}
        value={sent + needsYou}
        valueLabel={counted}
        className="flex h-2 overflow-hidden rounded-full border border-edge bg-sunken"
      >
        <Part share={sent / total} look="bg-done" />
        <Part share={needsYou / total} look="bg-needs-you" />
      </ProgressBar>
    </section>
  )
}

/** The number of settled jobs that an estimate of the remaining time needs. With fewer jobs, the estimate would be too uncertain. */
const leastSettled = 5

/** Returns the estimated remaining time in words, at the pace so far. Empty while there is no estimate. */
export function sayTimeLeft({ since, at, sent, needsYou, open, status }: Drain): string {
  const settled = sent + needsYou
  if (status !== 'going' || settled < leastSettled) return ''
  const minutes = Math.ceil((((at - since) / settled) * open) / 60_000)
  return minutes <= 1 ? t('queue.progress.soon') : t('queue.progress.left', { count: minutes })
}

function Part({ share, look }: { readonly share: number; readonly look: string }) {
  return <span data-block className={look} style={{ width: `${String(share * 100)}%` }} />
}

const aSecond = 1000
const tenSeconds = 10_000
/** Milliseconds without a job under way after which nothing is being sent: the rest waits for a job that needs a technician. */
const longestGap = 5000

const ofDrain = [aSecond, tenSeconds]
const ofGap = [longestGap]

/**
 * Returns the drain in progress. Undefined in the drain's first second, and for a single job. `isLong`: the drain took over ten seconds.
 */
function useDrain(): { readonly drain: Drain; readonly isLong: boolean } | undefined {
  const drain = useStore(useServices().drains, (state) => state.drain)
  const lasted = useAge(drain?.since, ofDrain)
  const isIdle = useAge(drain?.idleSince, ofGap) >= longestGap
  if (drain === undefined || lasted < aSecond) return undefined
  if (drain.sent + drain.needsYou + drain.open < 2) return undefined
  const status = drain.status === 'going' && isIdle ? 'waiting' : drain.status
  return { drain: { ...drain, status }, isLong: lasted >= tenSeconds }
}

/** Returns the milliseconds since a time, as it was when the last of the marks was reached. 0 without a time. */
function useAge(since: number | undefined, marks: readonly number[]): number {
  const [age, setAge] = useState<{ readonly since: number | undefined; readonly lasted: number }>()
  useEffect(() => {
    if (since === undefined) return undefined
    const look = () => setAge({ since, lasted: Date.now() - since })
    look()
    const timers = marks
      .map((mark) => since + mark - Date.now())
      .filter((wait) => wait > 0)
      .map((wait) => setTimeout(look, wait + 20))
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [since, marks])
  return age?.since === since ? (age?.lasted ?? 0) : 0
}

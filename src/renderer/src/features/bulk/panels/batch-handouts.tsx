import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import { mostRowsAtOnce } from '../../../../../shared/bridge/bulk-channels.ts'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import type { ConnectionView, Preferences } from '../../../../../shared/bridge/snapshot.ts'
import type { JobSummary } from '../../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../../bridge/use-call.tsx'
import { t } from '../../../locale.ts'
import { useActiveConnection, useServices, useSnapshot } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PaperDialog } from '../../ticket/paper/paper-dialog.tsx'
import { type HandoutModel, handoutOfJob, hasHandout } from '../../ticket/ticket-model.ts'

/**
 * The largest number of handouts in one print run. The page can lay out this many handouts, and a paper tray holds enough paper for them.
 */
const mostHandouts = 200

/**
 * The print runs so far. `seen`: the finished jobs that need no further run, because they were in one or have no handout. `printed`: how many
 * handouts were in them.
 */
interface Runs {
  readonly seen: ReadonlySet<string>
  readonly printed: number
}

/** The handouts of one print run, and the print runs up to this one. */
interface Portion extends Runs {
  readonly handouts: readonly HandoutModel[]
}

const noRuns: Runs = { seen: new Set(), printed: 0 }

/**
 * Prints a handout or a box sticker for each finished job of a list. A long list is printed in several runs, one after the other. `done`: the
 * number of finished jobs.
 */
export function BatchHandouts({ batch, done }: { readonly batch: string; readonly done: number }) {
  const { bridge } = useServices()
  const connection = useActiveConnection()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const [portion, setPortion] = useState<Portion>()
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<BridgeError>()
  const [isBusy, setBusy] = useState(false)
  if (connection === undefined) return undefined
  const runs = portion ?? noRuns
  const left = runs.seen.size === 0 ? 0 : Math.max(0, done - runs.seen.size)
  const open = async (before: Runs): Promise<void> => {
    setBusy(true)
    const reply = await readHandouts(bridge, batch, before, { connection, preferences })
    setBusy(false)
    setError('error' in reply ? reply.error : undefined)
    if ('error' in reply) return setOpen(false)
    setPortion(reply)
    setOpen(reply.handouts.length > 0)
  }
  const next = Math.min(left, mostHandouts)
  const nextButton = (
    <Button isBusy={isBusy} onPress={() => void open(runs)}>
      <Printer aria-hidden size="1rem" />
      {isBusy ? t('bulk.batch.reading') : t('bulk.batch.nextHandouts', { count: next })}
    </Button>
  )
  return (
    <>
      {left === 0 ? undefined : nextButton}
      <Button {...(left > 0 && { variant: 'quiet' as const })} isBusy={isBusy} onPress={() => void open(noRuns)}>
        {left > 0 ? undefined : <Printer aria-hidden size="1rem" />}
        {t(left > 0 ? 'bulk.batch.firstHandouts' : isBusy ? 'bulk.batch.reading' : 'bulk.batch.handouts')}
      </Button>
      <div className="order-last w-full empty:hidden">
        <ErrorNotice error={error} />
        {portion?.handouts.length === 0 ? <Notice tone="info">{t('bulk.batch.none')}</Notice> : undefined}
        {left === 0 || isOpen ? undefined : (
          <Notice tone="warning">{t('bulk.batch.handoutsLeft', { count: left })}</Notice>
        )}
      </div>
      {isOpen && portion !== undefined ? (
        <PaperDialog
          handouts={portion.handouts}
          onClose={() => setOpen(false)}
          note={
            left === 0 && portion.handouts.length === portion.printed
              ? undefined
              : t(left === 0 ? 'bulk.batch.last' : 'bulk.batch.portion', {
                  from: portion.printed - portion.handouts.length + 1,
                  to: portion.printed,
                  total: portion.printed + left,
                })
          }
          more={left === 0 ? undefined : nextButton}
        />
      ) : undefined}
    </>
  )
}

interface HandoutGround {
  readonly connection: Pick<ConnectionView, 'settings'>
  readonly preferences: Pick<Preferences, 'stationName'>
}

/**
 * Reads the handouts of the next print run: of the first finished jobs that `before` has not seen. A job that was finished late is found although
 * jobs behind it were printed before.
 */
export async function readHandouts(
  bridge: Bridge,
  batch: string,
  before: Runs,
  { connection, preferences }: HandoutGround,
): Promise<Portion | { readonly error: BridgeError }> {
  const handouts: HandoutModel[] = []
  const seen = new Set(before.seen)
  let after = 0
  for (let hasMore = true; hasMore;) {
    const reply = await bridge.call('bulk.results', { batch, after, limit: mostRowsAtOnce })
    if (!reply.ok) return reply
    for (const { line, job } of reply.value.rows) {
      after = line
      if (job.state !== 'done' || seen.has(job.id)) continue
      if (isWithoutHandout(job)) seen.add(job.id)
      // The rest of the list is read only to count its handouts.
      if (isWithoutHandout(job) || handouts.length === mostHandouts) continue
      const detail = await bridge.call('job.read', { id: job.id })
      if (!detail.ok) return detail
      seen.add(job.id)
      if (hasHandout(detail.value)) handouts.push(handoutOfJob(detail.value, connection, preferences))
    }
    hasMore = reply.value.hasMore && reply.value.rows.length > 0
  }
  return { handouts, seen, printed: before.printed + handouts.length }
}

/** Whether the summary of a list's job shows that it has no handout: the user ID of its new customer is not known. */
const isWithoutHandout = ({ kind, userid }: JobSummary): boolean => kind === 'new-customer' && userid === undefined

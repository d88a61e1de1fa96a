import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { Bridge } from '../../../../../shared/bridge/bridge.ts'
import { mostRowsAtOnce } from '../../../../../shared/bridge/bulk-channels.ts'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import type { ConnectionView, Preferences } from '../../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { t } from '../../../locale.ts'
import { useActiveConnection, useServices, useSnapshot } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { handoutOfJob, hasHandout, type HandoutModel } from '../../ticket/handout-model.ts'
import { PaperDialog } from '../../ticket/paper/paper-dialog.tsx'

/** Most handouts of one print run: what a page can lay out, and a tray can hold. */
const mostHandouts = 200

type Handouts = { readonly found: readonly HandoutModel[]; readonly hasMore: boolean }

/** Prints a handout, or a box sticker, for each finished job of a list, in one run. */
export function BatchHandouts({ batch }: { readonly batch: string }) {
  const { bridge } = useServices()
  const connection = useActiveConnection()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const [handouts, setHandouts] = useState<Handouts>()
  const [error, setError] = useState<BridgeError>()
  const [isBusy, setBusy] = useState(false)
  if (connection === undefined) return undefined
  const open = async () => {
    setBusy(true)
    const reply = await readHandouts(bridge, batch, connection, preferences)
    setBusy(false)
    setError('error' in reply ? reply.error : undefined)
    setHandouts('error' in reply ? undefined : reply)
  }
  return (
    <>
      <Button isDisabled={isBusy} onPress={() => void open()}>
        <Printer aria-hidden size="1rem" />
        {t(isBusy ? 'bulk.batch.reading' : 'bulk.batch.handouts')}
      </Button>
      <ErrorNotice error={error} />
      {handouts?.found.length === 0 ? <Notice tone="info">{t('bulk.batch.none')}</Notice> : undefined}
      {handouts?.hasMore === true ? (
        <Notice tone="info">{t('bulk.batch.more', { count: handouts.found.length })}</Notice>
      ) : undefined}
      {handouts === undefined || handouts.found.length === 0 ? undefined : (
        <PaperDialog handouts={handouts.found} onClose={() => setHandouts(undefined)} />
      )}
    </>
  )
}

async function readHandouts(
  bridge: Bridge,
  batch: string,
  connection: Pick<ConnectionView, 'settings'>,
  preferences: Pick<Preferences, 'stationName'>,
): Promise<Handouts | { readonly error: BridgeError }> {
  const found: HandoutModel[] = []
  let after = 0
  for (let hasMore = true; hasMore;) {
    const reply = await bridge.call('bulk.results', { batch, after, limit: mostRowsAtOnce })
    if (!reply.ok) return reply
    for (const { line, job } of reply.value.rows) {
      after = line
      if (job.state !== 'done') continue
      if (found.length === mostHandouts) return { found, hasMore: true }
      const detail = await bridge.call('job.read', { id: job.id })
      if (!detail.ok) return detail
      if (hasHandout(detail.value)) found.push(handoutOfJob(detail.value, connection, preferences))
    }
    hasMore = reply.value.hasMore && reply.value.rows.length > 0
  }
  return { found, hasMore: false }
}

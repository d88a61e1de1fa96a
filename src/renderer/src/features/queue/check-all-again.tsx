import { RefreshCw } from 'lucide-react'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'

/** Reads back all refused and undecided jobs. */
export function CheckAllAgain() {
  const { view } = useServices()
  const count = useSnapshot(({ counts }) => counts.needsYou + counts.refused)
  const check = useCall('queue.check-all-again')
  if (count === 0) return undefined
  const press = async () => {
    const reply = await check.run({})
    if (reply.ok) view.say(t('queue.checkAll.said', { count: reply.value.jobs }))
  }
  return (
    <>
      <Button onPress={() => void press()} isBusy={check.isBusy}>
        <RefreshCw aria-hidden size="1rem" />
        {t('queue.checkAll.action')}
      </Button>
      <ErrorNotice error={check.error} />
    </>
  )
}

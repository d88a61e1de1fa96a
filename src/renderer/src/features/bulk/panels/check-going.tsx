import { useSyncExternalStore } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import type { CheckMeter } from '../list/check-meter.ts'

/** How far a check is. It alone is drawn anew as the rows go by. */
export function CheckGoing({
  meter,
  rows,
  onStop,
}: {
  readonly meter: CheckMeter
  readonly rows: number
  readonly onStop: () => void
}) {
  const { t } = useTranslation()
  const checked = useSyncExternalStore(meter.listen, meter.checked)
  return (
    <div className="grid gap-2">
      <ProgressBar
        aria-label={t('bulk.check.title')}
        maxValue={rows}
        value={checked}
        className="h-2 overflow-hidden rounded-full border border-edge bg-sunken"
      >
        {({ percentage = 0 }) => <div className="h-full bg-accent" style={{ width: `${String(percentage)}%` }} />}
      </ProgressBar>
      <div className="flex items-center gap-3">
        <p className="tabular-nums">{t('bulk.check.going', { done: checked, count: rows })}</p>
        <Button size="small" onPress={onStop}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}

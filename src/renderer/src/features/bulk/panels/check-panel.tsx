import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { BeforeNotice } from './before-notice.tsx'
import { neededColumn } from '../list/bulk-fields.ts'
import { CheckGoing } from './check-going.tsx'
import { FaultPart } from './fault-part.tsx'
import type { NamedList } from '../bulk-state.ts'
import type { Bulk } from '../use-bulk.ts'

/** Checks every row before anything is saved; good rows can go while bad ones are mended. */
export function CheckPanel({ bulk, list }: { readonly bulk: Bulk; readonly list: NamedList }) {
  const { t } = useTranslation()
  const { progress, isChecking, rules } = bulk
  const hasBox = rules.columns.includes(neededColumn)
  return (
    <Panel title={t('bulk.check.title')}>
      <div className="grid gap-4">
        {hasBox ? undefined : (
          <Notice tone="warning" announce="off">
            {t('bulk.check.needsBox')}
          </Notice>
        )}
        {isChecking ? <CheckGoing meter={bulk.meter} rows={list.rows} onStop={bulk.stop} /> : undefined}
        {!isChecking && progress === undefined ? (
          <div>
            <Button variant="primary" size="large" isDisabled={!hasBox} onPress={() => void bulk.check()}>
              {t('bulk.check.begin', { count: list.rows })}
            </Button>
          </div>
        ) : undefined}
        {!isChecking && progress !== undefined ? (
          <>
            <BeforeNotice before={bulk.savedBefore} />
            <Notice tone={progress.bad === 0 ? 'good' : 'warning'}>
              {t('bulk.check.good', { count: progress.good })}{' '}
              {progress.bad === 0 ? undefined : t('bulk.check.bad', { count: progress.bad })}
            </Notice>
            {progress.dark === undefined ? undefined : (
              <Notice tone="warning" title={t('bulk.check.dark', { count: progress.dark })}>
                {t('bulk.check.darkNext')}
              </Notice>
            )}
            <div className="flex flex-wrap gap-2">
              <Button
                variant="primary"
                size="large"
                isDisabled={progress.good === 0}
                onPress={() => void bulk.save(false)}
              >
                {t('bulk.check.save', { count: progress.good })}
              </Button>
            </div>
            {progress.bad === 0 ? undefined : <FaultPart bulk={bulk} list={list} total={progress.bad} />}
          </>
        ) : undefined}
      </div>
    </Panel>
  )
}

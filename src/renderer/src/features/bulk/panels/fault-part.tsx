import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../locale.ts'
import { useServices } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ListPartProps } from '../bulk-store.ts'
import { keepCsv, SavedFileNotice, stampOfFile, type ExportedCsv } from '../keep-csv.tsx'
import { FaultGroups } from './fault-groups.tsx'
import { FaultTable } from './fault-table.tsx'
import { sayFault } from './say-fault.ts'

/** The bad rows, with line and reason: each can be fixed here, and all can be saved to a file. */
export function FaultPart({ bulk, list }: ListPartProps) {
  const { bridge } = useServices()
  const [kept, setKept] = useState<ExportedCsv>()
  const total = bulk.progress?.bad ?? 0
  if (total === 0) return undefined
  const keepFaults = async (): Promise<void> => {
    const header = [...list.header, t('bulk.faults.line'), t('bulk.faults.reason')]
    const rows = (await bulk.allBad()).map(({ line, cells, faults }) => [
      ...list.header.map((_, index) => cells[index] ?? ''),
      String(line),
      faults.map((fault) => sayFault(fault)).join(' '),
    ])
    setKept(await keepCsv(bridge, `faults-${stampOfFile(Date.now())}.csv`, [header, ...rows]))
  }
  return (
    <div className="grid gap-3">
      <FaultGroups groups={bulk.groups} fixGroup={bulk.fixGroup} />
      <section aria-label={t('bulk.faults.title')} className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold">{t('bulk.faults.title')}</h3>
          <Button size="small" onPress={() => void keepFaults()}>
            <Download aria-hidden size="1rem" />
            {t('bulk.check.keepFaults', { count: total })}
          </Button>
        </div>
        <FaultTable
          bad={bulk.bad}
          list={list}
          columns={bulk.rules.columns}
          fixes={bulk.fixes}
          type={bulk.type}
          fix={bulk.fix}
        />
        {total > bulk.bad.length ? (
          <p className="text-soft">{t('bulk.faults.more', { count: total - bulk.bad.length })}</p>
        ) : undefined}
      </section>
      <SavedFileNotice kept={kept} />
    </div>
  )
}

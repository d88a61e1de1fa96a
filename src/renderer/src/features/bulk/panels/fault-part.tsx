import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesk } from '../../../state/desk.tsx'
import { Button } from '../../../ui/button.tsx'
import { FaultRows } from './fault-rows.tsx'
import { keepCsv, stampOfFile, type KeptFile } from '../keep-csv.ts'
import { KeptNotice } from './kept-notice.tsx'
import { sayFault } from '../say-fault.ts'
import type { NamedList } from '../bulk-state.ts'
import type { Bulk } from '../use-bulk.ts'

/** The bad rows: each can be fixed here, and all can be saved to a file. */
export function FaultPart({
  bulk,
  list,
  total,
}: {
  readonly bulk: Bulk
  readonly list: NamedList
  readonly total: number
}) {
  const { t } = useTranslation()
  const { bridge } = useDesk()
  const [kept, setKept] = useState<KeptFile>()
  const keepFaults = async (): Promise<void> => {
    const header = [...list.header, t('bulk.faults.line'), t('bulk.faults.reason')]
    const rows = (await bulk.allBad()).map(({ line, cells, faults }) => [
      ...list.header.map((_, index) => cells[index] ?? ''),
      String(line),
      faults.map((fault) => sayFault(t, fault)).join(' '),
    ])
    setKept(await keepCsv(bridge, `faults-${stampOfFile(Date.now())}.csv`, [header, ...rows]))
  }
  return (
    <div className="grid gap-3">
      <FaultRows
        list={list}
        rows={bulk.bad}
        total={total}
        forms={bulk.forms}
        acts={
          <Button size="small" onPress={() => void keepFaults()}>
            <Download aria-hidden size="1rem" />
            {t('bulk.check.keepFaults', { count: total })}
          </Button>
        }
      />
      <KeptNotice kept={kept} />
    </div>
  )
}

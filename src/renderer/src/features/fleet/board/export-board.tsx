import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../../locale.ts'
import { useServices, usePolicy } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { type ExportedCsv, keepCsv, SavedFileNotice, stampOfFile } from '../../maintenance/keep-csv.tsx'
import { NotAllowed } from '../../../bridge/use-call.tsx'
import { countAt, countNames, sayAttention, type Station } from './station.ts'

const iso = (at: number | undefined): string => (at === undefined ? '' : new Date(at).toISOString())

/** Returns the board as rows for a spreadsheet. Times are in ISO 8601, so that they can be sorted as text. */
export function boardRows(stations: readonly Station[]): readonly (readonly string[])[] {
  const head = [
    t('fleet.board.columns.name'),
    t('fleet.group'),
    t('fleet.role'),
    t('fleet.board.columns.state'),
    t('fleet.board.columns.attention'),
    ...countNames.map((name) => t(`fleet.board.columns.${name}`)),
    t('fleet.board.columns.oldest'),
    t('fleet.board.columns.seen'),
    t('settings.about.version'),
    t('fleet.documents.title'),
    t('fleet.audit.column'),
    t('fleet.audit.hadColumn'),
  ]
  return [
    head,
    ...stations.map((station) => [
      station.name,
      station.group ?? '',
      t(`fleet.roles.${station.role}`),
      t(station.state === 'revoked' ? 'fleet.board.removed' : 'fleet.board.active'),
      station.attention.map((one) => sayAttention(one, station)).join('; '),
      ...countNames.map((name) => (station.status === undefined ? '' : String(countAt(station.status, name)))),
      iso(station.oldestAt),
      iso(station.seenAt),
      station.status?.version ?? '',
      station.documents.map(({ kind, name, serial }) => `${kind} ${name} ${serial}`).join('; '),
      String(station.audit.entries),
      String(station.audit.had ?? 0),
    ]),
  ]
}

interface ExportCsvProps {
  /** The part of the file name that says what is exported. */
  readonly name: 'board' | 'totals'
  readonly rows: () => readonly (readonly string[])[]
  readonly isDisabled: boolean
}

export function ExportCsv({ name, rows, isDisabled }: ExportCsvProps) {
  const { bridge } = useServices()
  const policy = usePolicy()
  const [kept, setKept] = useState<ExportedCsv>()
  if (!policy.export) return <NotAllowed field="export" />
  const press = async (): Promise<void> =>
    setKept(await keepCsv(bridge, `fleet-${name}-${stampOfFile(Date.now())}.csv`, rows()))
  return (
    <div className="grid justify-items-start gap-2">
      <Button size="small" isDisabled={isDisabled} onPress={() => void press()}>
        <Download aria-hidden size="0.875rem" />
        {t('activity.export.action')}
      </Button>
      <SavedFileNotice kept={kept} />
    </div>
  )
}

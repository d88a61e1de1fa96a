import { useTranslation } from 'react-i18next'
import type { SaidStatus } from '../../../../../shared/bridge/console-channels.ts'
import { customerStatuses, type CustomerStatus } from '../../../../../shared/domain/status.ts'
import type { TaughtNames } from '../../../../../shared/domain/teach/taught-names.ts'
import { taughtStatus, teachStatus } from '../../../../../shared/domain/teach/teach-status.ts'
import { Select, type SelectChoice } from '../../../ui/select.tsx'

interface StatusTableProps {
  readonly statuses: readonly SaidStatus[]
  readonly names: TaughtNames
  readonly onChange: (names: TaughtNames) => void
}

const noMeaning = 'none'
type Chosen = CustomerStatus | typeof noMeaning

/** Every value of an answer that stands for a customer's status, and which of the five it is taught to be. */
export function StatusTable({ statuses, names, onChange }: StatusTableProps) {
  const { t } = useTranslation()
  if (statuses.length === 0) return <p className="text-soft">{t('console.teach.noStatuses')}</p>
  const choices: readonly SelectChoice<Chosen>[] = [
    { id: noMeaning, name: t('console.teach.no') },
    ...customerStatuses.map((id) => ({
      id,
      name: t(`customers.status.${id}.word`),
      note: t(`customers.status.${id}.means`),
    })),
  ]
  return (
    <ul className="grid gap-3">
      {statuses.map(({ said, meant }) => {
        const taught = taughtStatus(names, said)
        return (
          <li key={said} data-status-said={said} className="border-b border-line pb-3 last:border-0 last:pb-0">
            <Select<Chosen>
              label={t('console.teach.said', { said })}
              {...(taught !== undefined || meant === undefined
                ? {}
                : { hint: t('console.teach.known', { meaning: t(`customers.status.${meant}.word`) }) })}
              value={taught ?? noMeaning}
              choices={choices}
              onChange={(chosen) => {
                onChange(teachStatus(names, said, chosen === noMeaning ? undefined : chosen))
              }}
            />
          </li>
        )
      })}
    </ul>
  )
}

import { useTranslation } from 'react-i18next'
import { customerStatuses } from '../../../../../shared/domain/status.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { SearchView } from './search-view.ts'

interface ResellerPanelProps {
  readonly view: SearchView
  readonly onChange: (changed: Partial<SearchView>) => void
}

/** The customers of one reseller, by status where one is chosen (Customer status). */
export function ResellerPanel({ view: { resellerId, resellerStatus }, onChange }: ResellerPanelProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-3 @container">
      <div className="grid gap-3 @min-[26rem]:grid-cols-2">
        <TextField
          label={t('customers.reseller.label')}
          hint={t('customers.reseller.hint')}
          figures
          value={resellerId}
          onChange={(typed) => {
            onChange({ resellerId: typed.slice(0, 100) })
          }}
        />
        <Select
          label={t('customers.filters.status')}
          choices={[
            { id: 'any', name: t('customers.filters.any') },
            ...customerStatuses.map((id) => ({ id, name: t(`customers.status.${id}.word`) })),
          ]}
          value={resellerStatus}
          onChange={(status) => {
            onChange({ resellerStatus: status })
          }}
        />
      </div>
    </div>
  )
}

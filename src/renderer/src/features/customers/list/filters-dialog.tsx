import { useTranslation } from 'react-i18next'
import {
  customerFilterSchema,
  type CustomerFilter,
  type FilterName,
} from '../../../../../shared/domain/customer-view.ts'
import { customerStatuses } from '../../../../../shared/domain/status.ts'
import { useActiveConnection } from '../../../state/desk.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'

interface FiltersDialogProps {
  readonly isOpen: boolean
  readonly filter: CustomerFilter
  readonly onChange: (filter: CustomerFilter) => void
  readonly onClose: () => void
}

const texts = ['firstname', 'lastname', 'mobile', 'telephone', 'street', 'postal', 'city', 'state', 'country'] as const
const days = [
  'subscription_start_date',
  'subscription_end_date',
  'customer_created_from',
  'customer_created_to',
] as const satisfies readonly FilterName[]

/** All filters of getCustomers. The list behind the dialog follows each change (Customer retrieval). */
export function FiltersDialog({ isOpen, filter, onChange, onClose }: FiltersDialogProps) {
  const { t } = useTranslation()
  const extraName = useActiveConnection()?.settings.extraCustomerFilter ?? ''
  const change = (name: FilterName, value: string | undefined): void => {
    const { [name]: _, ...rest } = filter
    if (value === undefined || value === '') onChange(rest)
    else {
      const read = customerFilterSchema.safeParse({ ...rest, [name]: value })
      // Stores the text as typed, not the parsed one, which would lose a space at the end while typing.
      if (read.success) onChange({ ...rest, [name]: value })
    }
  }
  return (
    <Dialog
      size="large"
      title={t('customers.filters.title')}
      isOpen={isOpen}
      onClose={onClose}
      acts={
        <>
          <Button
            onPress={() => {
              onChange({})
            }}
          >
            {t('customers.filters.clear')}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t('customers.filters.show')}
          </Button>
        </>
      }
    >
      <div className="@container">
        <div className="grid gap-x-4 gap-y-3 @min-[26rem]:grid-cols-2">
          <Select
            label={t('customers.filters.status')}
            choices={[
              { id: 'any', name: t('customers.filters.any') },
              ...customerStatuses.map((id) => ({ id, name: t(`customers.status.${id}.word`) })),
            ]}
            value={filter.status ?? 'any'}
            onChange={(status) => {
              change('status', status === 'any' ? undefined : status)
            }}
          />
          {texts.map((name) => (
            <TextField
              key={name}
              label={t(`customers.filters.${name}`)}
              value={filter[name] ?? ''}
              onChange={(text) => {
                change(name, text)
              }}
            />
          ))}
          {extraName === '' ? undefined : (
            <TextField
              label={extraName}
              hint={t('customers.filters.extraHint')}
              value={filter.extra ?? ''}
              onChange={(text) => {
                change('extra', text)
              }}
            />
          )}
        </div>
        <div className="mt-4 grid gap-x-4 gap-y-3 border-t border-line pt-4 @min-[26rem]:grid-cols-2">
          {days.map((name) => (
            <DateField
              key={name}
              label={t(`customers.filters.${name}`)}
              value={filter[name]}
              onChange={(day) => {
                change(name, day)
              }}
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

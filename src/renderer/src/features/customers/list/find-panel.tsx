import { SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import {
  type CustomerFilter,
  type FilterName,
  customerFilterSchema,
} from '../../../../../shared/domain/customer-view.ts'
import { useActiveConnection, useServices } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { SearchView } from './search-view.ts'
import { customerStatuses } from '../../../../../shared/domain/status.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'

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

interface FindPanelProps {
  readonly view: SearchView
  readonly onChange: (changed: Partial<SearchView>) => void
}

/** A search field for any data of a customer, and a button for the filters of the interface document. */
export function FindPanel({ view: { text, filter }, onChange }: FindPanelProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const asked = useStore(useServices().view, (state) => state.findAsked)
  const chosen = Object.keys(filter).length
  useEffect(() => {
    if (asked > 0) field.current?.focus()
  }, [asked])
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            inputRef={field}
            label={t('customers.find.label')}
            placeholder={t('customers.find.hint')}
            type="search"
            value={text}
            onChange={(typed) => {
              onChange({ text: typed.slice(0, 100) })
            }}
          />
        </div>
        <div className="pb-0.5">
          <Button
            onPress={() => {
              setOpen(true)
            }}
          >
            <SlidersHorizontal aria-hidden size="1rem" />
            {chosen === 0 ? t('customers.filters.button') : t('customers.filters.chosen', { count: chosen })}
          </Button>
        </div>
      </div>
      <ChosenFilters
        filter={filter}
        onChange={(changed) => {
          onChange({ filter: changed })
        }}
      />
      <FiltersDialog
        isOpen={isOpen}
        filter={filter}
        onChange={(changed) => {
          onChange({ filter: changed })
        }}
        onClose={() => {
          setOpen(false)
        }}
      />
    </div>
  )
}

/** The filters in use, each with a button to remove it. */
function ChosenFilters({
  filter,
  onChange,
}: {
  readonly filter: CustomerFilter
  readonly onChange: (filter: CustomerFilter) => void
}) {
  const { t } = useTranslation()
  const extraName = useActiveConnection()?.settings.extraCustomerFilter ?? ''
  const chosen = Object.entries(filter).filter(([, value]) => value !== undefined) as [FilterName, string][]
  if (chosen.length === 0) return undefined
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chosen.map(([name, value]) => {
        const label = name === 'extra' ? extraName : t(`customers.filters.${name}`)
        const { [name]: _, ...rest } = filter
        return (
          <li key={name}>
            <Button
              size="small"
              onPress={() => {
                onChange(rest)
              }}
            >
              <span className="max-w-48 truncate font-normal">
                {label}: <b>{name === 'status' ? t(`customers.status.${value as 'Active'}.word`) : value}</b>
              </span>
              <X aria-hidden size="0.875rem" />
              <span className="sr-only">{t('customers.filters.remove')}</span>
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

/** All filters of getCustomers. The list behind the dialog follows each change (Customer retrieval). */
function FiltersDialog({ isOpen, filter, onChange, onClose }: FiltersDialogProps) {
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
      actions={
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

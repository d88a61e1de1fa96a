import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ActCustomer } from './act-customer.ts'

export interface OldBoxFieldProps {
  readonly devices: ActCustomer['devices']
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error: ReactNode
}

/** Which box goes: one that the platform lists for the customer, or one that is typed where it lists none. */
export function OldBoxField({ devices: listed, value, onChange, error }: OldBoxFieldProps) {
  const { t } = useTranslation()
  const devices = listed ?? []
  if (devices.length === 0)
    return (
      <TextField
        label={t('acts.swap.old')}
        hint={t('acts.swap.oldHint')}
        figures
        value={value}
        onChange={onChange}
        error={error}
      />
    )
  return (
    <Select
      label={t('acts.swap.old')}
      placeholder={t('acts.swap.choose')}
      value={value === '' ? undefined : value}
      onChange={onChange}
      error={error}
      choices={devices.map(({ id, model }) => ({ id, name: id, ...(model !== undefined && { note: model }) }))}
    />
  )
}

import { useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readAddress, type AddressReading } from '../../../../shared/domain/connection/address.ts'
import { FormText } from '../../ui/form-fields.tsx'
import { addressProblem, keepFixes } from './connection-values.ts'
import { TriangleAlert, Wrench } from 'lucide-react'

interface WithAddress {
  baseUrl: string
}

/** The address of a platform. Corrections are applied when the focus leaves the field and stay listed below it. */
export function AddressField<Values extends WithAddress>(props: {
  readonly control: Control<Values>
  readonly wasTried: boolean
}) {
  const { t } = useTranslation()
  // The cast is safe: the values of the form include an address.
  const control = props.control as unknown as Control<WithAddress>
  const { field } = useController({ control, name: 'baseUrl' })
  const [mended, setMended] = useState<AddressReading | undefined>()
  const reading = readAddress(field.value)
  const problem = addressProblem(reading, props.wasTried)
  const fix = () => {
    if (!reading.ok) return
    if (reading.mended.length > 0) setMended(reading)
    if (reading.baseUrl !== field.value) field.onChange(reading.baseUrl)
  }
  return (
    <div className="grid gap-2">
      <FormText
        control={control}
        name="baseUrl"
        label={t('settings.fields.baseUrl.label')}
        hint={t('settings.fields.baseUrl.hint')}
        inputMode="url"
        figures
        onLeave={fix}
        {...(problem === undefined ? {} : { error: t(`connection.address.${problem}`) })}
      />
      <AddressNotice reading={keepFixes(reading, mended)} />
    </div>
  )
}

/** Lists the corrections below the address, and warns of plain http. */
export function AddressNotice({ reading }: { readonly reading: AddressReading }) {
  const { t } = useTranslation()
  if (!reading.ok) return undefined
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {reading.mended.length === 0 ? undefined : (
        <p className="flex items-start gap-2 text-small text-soft">
          <Wrench aria-hidden size="0.875rem" className="mt-px shrink-0" />
          <span className="[overflow-wrap:anywhere]">
            {reading.mended.map((fixing) => t(`connection.address.${fixing}`)).join(' ')}{' '}
            <b className="font-semibold text-ink">{t('connection.address.becomes', { address: reading.baseUrl })}</b>
          </span>
        </p>
      )}
      {reading.plainHttp ? (
        <p className="flex items-start gap-2 rounded-normal bg-waiting-tint px-3 py-2 text-small text-waiting">
          <TriangleAlert aria-hidden size="0.875rem" className="mt-px shrink-0" />
          <span>
            <b className="font-semibold">{t('connection.address.plainHttp')}.</b>{' '}
            <span className="text-ink">{t('connection.address.plainHttpText')}</span>
          </span>
        </p>
      ) : undefined}
    </div>
  )
}

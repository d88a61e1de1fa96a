import { useState } from 'react'
import { useController, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { readAddress, type AddressReading } from '../../../../shared/domain/connection/address.ts'
import { FormText } from '../../ui/form-fields.tsx'
import { AddressNotice } from './address-notice.tsx'
import { addressProblem, keepMendings } from './connection-values.ts'

interface WithAddress {
  address: string
}

/** The address of a platform. What is mended is put into the field when it is left, and stays said below it. */
export function AddressField<Values extends WithAddress>(props: {
  readonly control: Control<Values>
  readonly wasTried: boolean
}) {
  const { t } = useTranslation()
  // The control of a larger form serves for its address.
  const control = props.control as unknown as Control<WithAddress>
  const { field } = useController({ control, name: 'address' })
  const [mended, setMended] = useState<AddressReading | undefined>()
  const reading = readAddress(field.value)
  const problem = addressProblem(reading, props.wasTried)
  const mend = () => {
    if (!reading.ok) return
    if (reading.mended.length > 0) setMended(reading)
    if (reading.baseUrl !== field.value) field.onChange(reading.baseUrl)
  }
  return (
    <div className="grid gap-2">
      <FormText
        control={control}
        name="address"
        label={t('connection.form.address')}
        hint={t('connection.form.addressHint')}
        inputMode="url"
        figures
        onLeave={mend}
        {...(problem === undefined ? {} : { error: t(`connection.address.${problem}`) })}
      />
      <AddressNotice reading={keepMendings(reading, mended)} />
    </div>
  )
}

import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { CustomerField } from '../../../../../shared/domain/customer.ts'
import { Button } from '../../../ui/button.tsx'
import { DraftField } from './draft-field.tsx'
import { useDraftForm } from '../draft/draft-form.ts'
import type { DraftReading } from '../draft/read-draft.ts'
import { useEffect, useState } from 'react'
import { mobileSchema } from '../../../../../shared/domain/mobile.ts'
export interface PersonFieldsProps {
  readonly reading: DraftReading
  readonly connection: Connection
}

/** The fields of a new customer. Values from the connection are marked and can be overwritten. */
export function PersonFields({ reading, connection }: PersonFieldsProps) {
  const { t } = useTranslation()
  const person = (field: CustomerField, more: { readonly inputMode?: 'email' | 'tel' } = {}) => (
    <PersonField field={field} reading={reading} connection={connection} {...more} />
  )
  return (
    <div className="@container grid gap-6">
      <fieldset className="grid gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
        <legend className="mb-2 font-semibold">{t('activation.customer.person')}</legend>
        {person('firstname')}
        {person('lastname')}
        <MobileField country={connection.phoneCountry} />
        <PhoneField reading={reading} connection={connection} />
        <div className="@min-[30rem]:col-span-2">{person('email', { inputMode: 'email' })}</div>
      </fieldset>
      <fieldset className="grid grid-cols-2 gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-6">
        <legend className="mb-2 font-semibold">{t('activation.customer.address')}</legend>
        <div className="col-span-full">{person('street')}</div>
        <div className="@min-[30rem]:col-span-2">{person('zipcode')}</div>
        <div className="@min-[30rem]:col-span-4">{person('city')}</div>
        <div className="@min-[30rem]:col-span-3">{person('state')}</div>
        <div className="@min-[30rem]:col-span-3">{person('country')}</div>
      </fieldset>
    </div>
  )
}

interface PersonFieldProps extends PersonFieldsProps {
  readonly field: CustomerField
  readonly inputMode?: 'email' | 'tel'
}

function PersonField({ field, reading, connection, ...more }: PersonFieldProps) {
  const { t } = useTranslation()
  return (
    <DraftField
      {...more}
      name={`customer.${field}`}
      label={t(`activation.customer.${field}`)}
      mark={reading.fromDefaults.has(field) ? t('ui.fromDefaults') : undefined}
      onLeave={(value) => (value.trim() === '' ? (connection.defaults[field] ?? value) : value.trim())}
    />
  )
}

function PhoneField({ reading, connection }: PersonFieldsProps) {
  const { t } = useTranslation()
  const { control } = useDraftForm()
  const typed = useWatch({ control, name: 'customer.phone' })
  const isMobile = typed === '' && reading.customer.phone !== ''
  if (!isMobile) return <PersonField field="phone" reading={reading} connection={connection} inputMode="tel" />
  return (
    <DraftField
      name="customer.phone"
      label={t('activation.customer.phone')}
      inputMode="tel"
      placeholder={reading.customer.phone}
      mark={t('activation.customer.samePhone')}
    />
  )
}

function MobileField({ country }: { readonly country: string }) {
  const { t } = useTranslation()
  const { control, setValue, setFocus } = useDraftForm()
  const typed = useWatch({ control, name: 'customer.mobile' })
  const proposal = useMobileProposal(typed, country)
  return (
    <DraftField
      name="customer.mobile"
      label={t('activation.customer.mobile')}
      inputMode="tel"
      placeholder="+33612345678"
      onLeave={withoutSeparators}
    >
      <div aria-live="polite">
        {proposal === undefined ? undefined : (
          // Keeps the focus in the field: if it were left, its error would appear and move the button away from the
          // pointer.
          <Button
            size="small"
            preventFocusOnPress
            onPress={() => {
              setValue('customer.mobile', proposal, { shouldDirty: true, shouldValidate: true })
              setFocus('customer.mobile')
            }}
          >
            {t('activation.customer.useMobile', { mobile: proposal })}
          </Button>
        )}
      </div>
    </DraftField>
  )
}

/** Suggests the international form of a typed number. The tables of numbers are loaded only when needed. */
function useMobileProposal(typed: string, country: string): string | undefined {
  const [found, setFound] = useState<{ readonly typed: string; readonly proposal: string | undefined }>()
  const isWanted = typed.trim().length >= 6 && !mobileSchema.safeParse(typed).success
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const propose = async (): Promise<void> => {
      const { proposeMobile } = await import('../../../../../shared/domain/propose-mobile.ts')
      if (isCurrent) setFound({ typed, proposal: proposeMobile(typed, country) })
    }
    void propose()
    return () => {
      isCurrent = false
    }
  }, [typed, country, isWanted])
  return isWanted && found?.typed === typed ? found.proposal : undefined
}

/** Removes spaces and dashes from a number that is already international; any other text is returned unchanged. */
export function withoutSeparators(typed: string): string {
  const text = typed.trim()
  const digits = text.replace(/[\s./()-]/g, '')
  return text.startsWith('+') && mobileSchema.safeParse(digits).success && !text.includes('(0)') ? digits : typed
}

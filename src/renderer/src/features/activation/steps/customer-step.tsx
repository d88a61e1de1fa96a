import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { HostnameField } from './hostname-field.tsx'
import type { DraftReading } from '../draft/read-draft.ts'
import { createsCustomer } from '../draft/creates-customer.ts'
import type { CustomerLookup } from './use-found-customer.ts'
import { UserRound } from 'lucide-react'
import { namesDevice, type DeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import type { FoundCustomer } from '../../../../../shared/bridge/contract.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { DraftField } from './draft-field.tsx'
import { useWatch } from 'react-hook-form'
import { mobileSchema, type CustomerField } from '../../../../../shared/domain/customer.ts'
import { useDraftForm } from '../draft/draft-form.ts'
import { useEffect, useState } from 'react'

export interface CustomerStepProps {
  readonly draft: Draft
  readonly reading: DraftReading
  readonly connection: Connection
  readonly finding: CustomerLookup
  readonly onKind: (kind: Draft['kind']) => void
  /** The customer is to get a box after all. */
  readonly onBox: () => void
}

const kinds = ['new-customer', 'existing-customer', 'hostname'] as const

/** Asks whose box it is: a new customer's, an existing customer's, or no customer's yet. */
export function CustomerStep({ draft, reading, connection, finding, onKind, onBox }: CustomerStepProps) {
  return (
    <div className="grid gap-6">
      {draft.kind === 'customer-alone' && draft.correcting === undefined ? <WithoutBox onBox={onBox} /> : undefined}
      {draft.correcting === undefined && draft.kind !== 'customer-alone' ? (
        <RadioGroup
          label={t('activation.customer.kinds.label')}
          value={draft.kind}
          onChange={onKind}
          choices={kinds.map((kind) => ({
            id: kind,
            name: t(`activation.customer.kinds.${kind}`),
            note: t(`activation.customer.kinds.${kind}Note`),
          }))}
        />
      ) : undefined}
      {createsCustomer(draft.kind) ? <PersonFields reading={reading} connection={connection} /> : undefined}
      {draft.kind === 'existing-customer' ? (
        <ExistingCustomer
          finding={finding}
          userid={draft.logIn.userid.trim()}
          box={reading.box.ok ? reading.box.identifier : undefined}
        />
      ) : undefined}
      {createsCustomer(draft.kind) ? undefined : (
        <div className="grid max-w-lg gap-3">
          <HostnameField hostnames={connection.hostnames} isNeeded={draft.kind === 'hostname'} />
        </div>
      )}
      {draft.kind === 'hostname' ? <Notice tone="info">{t('activation.hostname.only')}</Notice> : undefined}
    </div>
  )
}

function WithoutBox({ onBox }: { readonly onBox: () => void }) {
  return (
    <Notice
      tone="info"
      announce="off"
      actions={
        <Button size="small" onPress={onBox}>
          {t('activation.alone.withBox')}
        </Button>
      }
    >
      {t('activation.alone.note')}
    </Notice>
  )
}

interface ExistingCustomerProps {
  readonly finding: CustomerLookup
  readonly userid: string
  readonly box: DeviceIdentifier | undefined
}

/** An existing customer, by user ID. While the platform is reached, it shows at once who that is. */
function ExistingCustomer({ finding, userid, box }: ExistingCustomerProps) {
  return (
    <div className="@container grid gap-4">
      <div className="grid gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
        <DraftField name="logIn.userid" label={t('activation.customer.userid')} figures />
        <DraftField
          name="logIn.password"
          label={t('activation.customer.password')}
          optional={t('ui.optional')}
          hint={t('activation.customer.passwordHint')}
          figures
        />
      </div>
      <div aria-live="polite">
        <FindingNotice finding={finding} userid={userid} box={box} />
      </div>
    </div>
  )
}

function FindingNotice({ finding, userid, box }: ExistingCustomerProps) {
  switch (finding.kind) {
    case 'nothing':
      return undefined
    case 'asking':
      return <p className="text-soft">{t('activation.customer.checking')}</p>
    case 'absent':
      return (
        <Notice tone="warning" announce="off">
          {t('activation.customer.absent')}
        </Notice>
      )
    case 'unchecked':
      return (
        <Notice tone="info" announce="off">
          {t('activation.customer.unchecked')}
        </Notice>
      )
    case 'failed':
      return <ErrorNotice error={finding.error} />
    case 'found':
      return <FoundCard customer={finding.customer} userid={userid} box={box} />
  }
}

function FoundCard(props: {
  readonly customer: FoundCustomer
  readonly userid: string
  readonly box: DeviceIdentifier | undefined
}) {
  const { customer, box } = props
  const { devices } = customer
  const until = customer.endDate === undefined ? undefined : t('activation.customer.until', { date: customer.endDate })
  const facts = [customer.status, customer.product, until, customer.mobile].filter((fact) => fact !== undefined)
  const hasBox = box !== undefined && devices?.some(({ id }) => namesDevice(id, box)) === true
  return (
    <section
      aria-label={t('activation.customer.found', { userid: props.userid })}
      className="grid gap-2 rounded-large border border-line bg-surface p-4"
    >
      <div className="flex items-center gap-3">
        <span aria-hidden className="grid size-11 place-items-center rounded-full bg-accent-tint text-accent">
          <UserRound size={22} />
        </span>
        <div className="min-w-0">
          <p className="text-lead font-semibold">{customer.name ?? t('activation.customer.foundNoName')}</p>
          <p className="text-small text-soft">{facts.join(' · ')}</p>
        </div>
      </div>
      {devices === undefined ? undefined : (
        <p className="text-small text-soft">
          {t('activation.customer.devices', { count: devices.length })}
          {devices.length === 0 ? '' : ': '}
          <span className="font-figures">{devices.map(({ id }) => id).join(', ')}</span>
        </p>
      )}
      {hasBox ? (
        <Notice tone="warning" announce="off">
          {t('activation.customer.hasThisBox')}
        </Notice>
      ) : undefined}
    </section>
  )
}

interface PersonFieldsProps {
  readonly reading: DraftReading
  readonly connection: Connection
}

/** The fields of a new customer. Values from the connection are marked and can be overwritten. */
function PersonFields({ reading, connection }: PersonFieldsProps) {
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

import { useTranslation } from 'react-i18next'
import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { createsCustomer } from '../draft/draft-options.ts'
import { useRead } from '../../../state/use-read.ts'
import type { ActivationState } from '../use-activation.ts'
import { UserRound } from 'lucide-react'
import { namesDevice, type DeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import type { FoundCustomer } from '../../../../../shared/bridge/contract.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { DraftField, HostnameField, useDraftForm, type DraftFieldProps } from './draft-field.tsx'
import { useWatch } from 'react-hook-form'
import { mobileSchema, type CustomerField } from '../../../../../shared/domain/customer.ts'
import { useEffect, useState } from 'react'

interface CustomerStepProps {
  readonly activation: ActivationState
  readonly finding: CustomerLookup
}

const kinds = ['new-customer', 'existing-customer', 'hostname'] as const

/** Asks whose box it is: a new customer's, an existing customer's, or no customer's yet. */
export function CustomerStep({ activation, finding }: CustomerStepProps) {
  const { t } = useTranslation()
  const { draft, reading, connection, chooseKind, show } = activation
  const { kind } = draft
  const addBox = (): void => {
    chooseKind('new-customer')
    if (!reading.box.ok) show('box')
  }
  return (
    <div className="grid gap-6">
      {kind === 'customer-alone' && draft.correcting === undefined ? (
        <Notice
          tone="info"
          announce="off"
          actions={
            <Button size="small" onPress={addBox}>
              {t('activation.alone.withBox')}
            </Button>
          }
        >
          {t('activation.alone.note')}
        </Notice>
      ) : undefined}
      {draft.correcting === undefined && kind !== 'customer-alone' ? (
        <RadioGroup
          label={t('activation.customer.kinds.label')}
          value={kind}
          onChange={chooseKind}
          choices={kinds.map((id) => ({
            id,
            name: t(`activation.customer.kinds.${id}`),
            note: t(`activation.customer.kinds.${id}Note`),
          }))}
        />
      ) : undefined}
      {createsCustomer(kind) ? <PersonFields reading={reading} connection={connection} /> : undefined}
      {kind === 'existing-customer' ? (
        <ExistingCustomer
          finding={finding}
          userid={draft.logIn.userid.trim()}
          box={reading.box.ok ? reading.box.identifier : undefined}
        />
      ) : undefined}
      {createsCustomer(kind) ? undefined : (
        <div className="grid max-w-lg gap-3">
          <HostnameField hostnames={connection.hostnames} isNeeded={kind === 'hostname'} />
        </div>
      )}
      {kind === 'hostname' ? <Notice tone="info">{t('activation.hostname.only')}</Notice> : undefined}
    </div>
  )
}

/** The platform's answer about a user ID; `unchecked` if the platform is not reached. */
type CustomerLookup =
  | { readonly kind: 'nothing' | 'asking' | 'absent' | 'unchecked' }
  | { readonly kind: 'found'; readonly customer: FoundCustomer }
  | { readonly kind: 'failed'; readonly error: BridgeError }

/** In milliseconds. */
const pause = 600

/** Looks up a user ID on the platform once typing pauses, and only while the platform is reached. */
export function useFoundCustomer(userid: string, isReached: boolean): CustomerLookup {
  const request = userid === '' || !isReached ? undefined : { userid, customermappingid: '' }
  const { value, isBusy, error } = useRead('customer.look-up', request, { delay: pause })
  if (userid === '') return { kind: 'nothing' }
  if (!isReached || error?.code === 'not-reached') return { kind: 'unchecked' }
  if (error !== undefined) return { kind: 'failed', error }
  if (value === undefined) return { kind: isBusy ? 'asking' : 'nothing' }
  return value.customer === undefined ? { kind: 'absent' } : { kind: 'found', customer: value.customer }
}

interface ExistingCustomerProps {
  readonly finding: CustomerLookup
  readonly userid: string
  readonly box: DeviceIdentifier | undefined
}

/** An existing customer, by user ID. While the platform is reached, it shows at once who that is. */
function ExistingCustomer(props: ExistingCustomerProps) {
  const { t } = useTranslation()
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
        <FindingNotice {...props} />
      </div>
    </div>
  )
}

function FindingNotice({ finding, userid, box }: ExistingCustomerProps) {
  const { t } = useTranslation()
  switch (finding.kind) {
    case 'nothing':
      return undefined
    case 'asking':
      return <p className="text-soft">{t('activation.customer.checking')}</p>
    case 'absent':
    case 'unchecked':
      return (
        <Notice tone={finding.kind === 'absent' ? 'warning' : 'info'} announce="off">
          {t(`activation.customer.${finding.kind}`)}
        </Notice>
      )
    case 'failed':
      return <ErrorNotice error={finding.error} />
    case 'found':
      return <FoundCard customer={finding.customer} userid={userid} box={box} />
  }
}

function FoundCard(props: Omit<ExistingCustomerProps, 'finding'> & { readonly customer: FoundCustomer }) {
  const { t } = useTranslation()
  const { customer, userid, box } = props
  const { devices } = customer
  const until = customer.endDate === undefined ? undefined : t('activation.customer.until', { date: customer.endDate })
  const facts = [customer.status, customer.product, until, customer.mobile].filter((fact) => fact !== undefined)
  const hasBox = box !== undefined && devices?.some(({ id }) => namesDevice(id, box)) === true
  return (
    <section
      aria-label={t('activation.customer.found', { userid })}
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

type PersonFieldsProps = Pick<ActivationState, 'reading' | 'connection'>

/** The fields of a new customer. Values from the connection are marked and can be overwritten. */
function PersonFields({ reading, connection }: PersonFieldsProps) {
  const { t } = useTranslation()
  const person = (field: CustomerField) => <PersonField field={field} reading={reading} connection={connection} />
  return (
    <div className="@container grid gap-6">
      <fieldset className="grid gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
        <legend className="mb-2 font-semibold">{t('activation.customer.person')}</legend>
        {person('firstname')}
        {person('lastname')}
        <MobileField country={connection.phoneCountry} />
        {person('phone')}
        <div className="@min-[30rem]:col-span-2">{person('email')}</div>
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

const keyboards: Partial<Record<CustomerField, Pick<DraftFieldProps, 'inputMode'>>> = {
  email: { inputMode: 'email' },
  phone: { inputMode: 'tel' },
}

/** A field of the person. An empty phone shows the number that fills it. */
function PersonField({ field, reading, connection }: PersonFieldsProps & { readonly field: CustomerField }) {
  const { t } = useTranslation()
  const { control } = useDraftForm()
  const typed = useWatch({ control, name: `customer.${field}` })
  const isMobile = field === 'phone' && typed === '' && reading.customer.phone !== ''
  const complete = (value: string): string =>
    value.trim() === '' ? (connection.defaults[field] ?? value) : value.trim()
  return (
    <DraftField
      name={`customer.${field}`}
      label={t(`activation.customer.${field}`)}
      {...keyboards[field]}
      {...(isMobile
        ? { placeholder: reading.customer.phone, mark: t('activation.customer.samePhone') }
        : { mark: reading.fromDefaults.has(field) ? t('ui.fromDefaults') : undefined, onLeave: complete })}
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

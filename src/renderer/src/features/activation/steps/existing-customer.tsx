import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { namesDevice, type DeviceIdentifier } from '../../../../../shared/domain/device-identifier.ts'
import type { FoundCustomer } from '../../../../../shared/bridge/contract.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DraftField } from './draft-field.tsx'
import type { CustomerLookup } from './use-found-customer.ts'

export interface ExistingCustomerProps {
  readonly finding: CustomerLookup
  readonly userid: string
  readonly box: DeviceIdentifier | undefined
}

/** A customer who exists, by log-in; where the platform is reached it says at once who that is. */
export function ExistingCustomer({ finding, userid, box }: ExistingCustomerProps) {
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
        <FindingNotice finding={finding} userid={userid} box={box} />
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
  const { t } = useTranslation()
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

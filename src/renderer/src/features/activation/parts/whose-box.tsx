import type { BridgeError } from '../../../../../shared/bridge/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RadioGroup } from '../../../ui/choices.tsx'
import { useRead } from '../../../state/use-read.ts'
import { activationKinds } from '../../../../../shared/domain/job-kinds.ts'
import type { ActivationState } from '../use-activation.ts'
import { UserRound } from 'lucide-react'
import { type DeviceIdentifier, listsDevice } from '../../../../../shared/domain/device-identifier.ts'
import type { FoundCustomer } from '../../../../../shared/bridge/contract.ts'
import { ErrorNotice } from '../../../bridge/use-call.tsx'
import { useServices } from '../../../state/services.tsx'
import { PersonFields, DraftField, HostnameField, useDraftForm } from './draft-fields.tsx'
import { joinWords, t } from '../../../locale.ts'
import { formatToldDay } from '../../../ui/format-time.ts'
import { useController } from 'react-hook-form'
import { sayRule } from '../../../ui/text-field.tsx'
import { ComboBox, type SelectChoice } from '../../../ui/select.tsx'
import { nameOf, sayStatus } from '../../customers/say-customer.tsx'
import { useFound } from '../../find/use-found.ts'

interface WhoseBoxProps {
  readonly activation: ActivationState
  readonly finding: CustomerLookup
  /** Called when the technician wants to use a user ID that the platform does not know. */
  readonly onInsist: () => void
}

export function WhoseBox({ activation, finding, onInsist }: WhoseBoxProps) {
  const { draft, reading, connection, chooseKind, chooseBox } = activation
  const { kind, withoutBox = false } = draft
  return (
    <div className="grid gap-4">
      {withoutBox && draft.correcting === undefined ? (
        <Notice
          tone="info"
          announce="off"
          actions={
            <Button size="small" onPress={() => chooseBox(true)}>
              {t('activation.alone.withBox')}
            </Button>
          }
        >
          {t('activation.alone.note')}
        </Notice>
      ) : undefined}
      {draft.correcting === undefined && !withoutBox ? (
        <RadioGroup
          label={t('activation.customer.kinds.label')}
          value={kind}
          onChange={chooseKind}
          choices={activationKinds.map((id) => ({
            id,
            name: t(`activation.customer.kinds.${id}`),
          }))}
        />
      ) : undefined}
      {kind === 'new-customer' ? <PersonFields activation={activation} /> : undefined}
      {kind === 'existing-customer' ? (
        <ExistingCustomer
          finding={finding}
          userid={draft.logIn.userid.trim()}
          box={reading.box.ok ? reading.box.identifier : undefined}
          onInsist={onInsist}
        />
      ) : undefined}
      {kind === 'new-customer' ? undefined : (
        <div className="grid max-w-lg gap-3">
          <HostnameField hostnames={connection.hostnames} isNeeded={kind === 'hostname'} />
        </div>
      )}
      {kind === 'hostname' ? <Notice tone="info">{t('activation.hostname.only')}</Notice> : undefined}
    </div>
  )
}

/** The platform's answer about a user ID. `unchecked` means that the platform is not reached. */
export type CustomerLookup =
  | { readonly kind: 'nothing' | 'asking' | 'absent' | 'unchecked' }
  | { readonly kind: 'found'; readonly customer: FoundCustomer }
  | { readonly kind: 'failed'; readonly error: BridgeError }

/** The pause in typing after which a user ID is looked up, in milliseconds. */
const pause = 600

/** Looks up a user ID on the platform once typing pauses, but only while the platform is reached. */
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
  readonly onInsist: () => void
}

/** The fields for an existing customer. While the platform is reached, they show the name of the customer with the user ID. */
function ExistingCustomer(props: ExistingCustomerProps) {
  return (
    <div className="@container grid gap-4">
      <div className="grid gap-x-4 gap-y-3.5 @min-[30rem]:grid-cols-2">
        <CustomerField />
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

function FindingNotice({ finding, userid, box, onInsist }: ExistingCustomerProps) {
  const { view } = useServices()
  switch (finding.kind) {
    case 'nothing':
      return undefined
    case 'asking':
      return <p className="text-soft">{t('activation.customer.checking')}</p>
    case 'absent':
      return (
        <Notice
          tone="warning"
          announce="off"
          actions={
            <>
              <Button onPress={() => view.open('find')}>{t('find.open')}</Button>
              <Button variant="quiet" onPress={onInsist}>
                {t('activation.customer.insist', { userid })}
              </Button>
            </>
          }
        >
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

function FoundCard(props: Omit<ExistingCustomerProps, 'finding' | 'onInsist'> & { readonly customer: FoundCustomer }) {
  const { customer, userid, box } = props
  const { devices } = customer
  const until = customer.endDate && t('activation.customer.until', { date: formatToldDay(customer.endDate) })
  const facts = joinWords([customer.status, customer.product, until, customer.mobile])
  const hasBox = box !== undefined && listsDevice(devices ?? [], box)
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
          <p className="text-small text-soft">{facts}</p>
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

/** A field for the user ID of an existing customer. A typed name, number or box finds customers to choose from. */
function CustomerField() {
  const { control, trigger } = useDraftForm()
  const { field, fieldState } = useController({ name: 'logIn.userid', control })
  const choices = useSuggestions(field.value)
  const change = (text: string): void => {
    field.onChange(text)
    // Checks a marked field while the user types, so that the mark disappears as soon as the problem is fixed.
    if (fieldState.error !== undefined) void trigger('logIn.userid')
  }
  return (
    <div className="grid min-w-0 content-start gap-1.5" data-path="logIn.userid">
      <ComboBox
        label={t('activation.customer.userid')}
        hint={t('activation.customer.useridHint')}
        choices={choices}
        areFound
        isRequired
        figures
        value={field.value}
        onChange={change}
        // An empty field is marked only on save, and not when the focus leaves the field.
        onBlur={() => (field.value.trim() === '' ? undefined : field.onBlur())}
        error={sayRule(fieldState.error?.type)}
      />
    </div>
  )
}

/**
 * Returns the customers that the typed text may mean. Without text, these are the customers of the newest jobs. Returns an empty list once
 * the text is the complete user ID of a suggested customer.
 */
function useSuggestions(typed: string): readonly SelectChoice<string>[] {
  const { jobs, customers, isBehind } = useFound(typed)
  const found = new Map<string, SelectChoice<string>>()
  const add = (userid: string | undefined, name: string | undefined, note: string | undefined): void => {
    if (userid === undefined || found.has(userid)) return
    const notes = joinWords([userid, note])
    found.set(userid, { id: userid, name: name ?? userid, text: userid, note: notes })
  }
  for (const customer of customers)
    add(customer.userid, nameOf(customer), customer.status && sayStatus(customer.status))
  if (!isBehind) for (const job of jobs) add(job.userid, job.customerName, undefined)
  return found.has(typed.trim()) ? [] : [...found.values()]
}

import { useWatch, useController, useFormContext } from 'react-hook-form'
import { type CustomerField, customerFields } from '../../../../../shared/domain/customer/customer.ts'
import { t } from '../../../locale.ts'
import { type ActivationState, withoutSeparators } from '../use-activation.ts'
import type { ReactNode } from 'react'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import { ComboBox } from '../../../ui/select.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayRule, TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import type { DraftPath } from '../draft/read-draft.ts'

export function useDraftForm() {
  return useFormContext<Draft>()
}

interface DraftFieldProps extends Pick<
  TextFieldProps,
  'placeholder' | 'figures' | 'mark' | 'optional' | 'hint' | 'inputMode'
> {
  readonly name: DraftPath
  readonly label: string
  /** The path of another field, which is not on screen. A problem of that field is shown at this field. */
  readonly alsoFor?: DraftPath
  /** The field may stay empty although its label does not say so. */
  readonly canStayEmpty?: boolean
  /** Shown below the field, for example a button for a suggestion. */
  readonly children?: ReactNode
  /** Corrects the value when the focus leaves the field. Returns the value unchanged if there is nothing to correct. */
  readonly onLeave?: (value: string) => string
  /** Called after `onLeave`, before the value is checked. */
  readonly onLeft?: () => Promise<void>
  readonly onFocus?: () => void
}

/** A text field of the draft, with the message for its problem. `useEnterKey` finds the field by its `data-path`. */
export function DraftField({
  name,
  alsoFor,
  label,
  children,
  onLeave,
  onLeft,
  canStayEmpty = false,
  ...rest
}: DraftFieldProps) {
  const { control, trigger } = useDraftForm()
  const { field, fieldState, formState } = useController({ name, control })
  const problem =
    fieldState.error ?? (alsoFor === undefined ? undefined : control.getFieldState(alsoFor, formState).error)
  // The value is undefined if the draft lacks the part that this field belongs to.
  const typed = field.value ?? ''
  const change = (text: string): void => {
    field.onChange(text)
    // Checks a marked field while the user types, so that the mark disappears as soon as the problem is fixed.
    if (problem !== undefined) void trigger(alsoFor === undefined ? name : [name, alsoFor])
  }
  const leave = async (): Promise<void> => {
    const mended = onLeave?.(typed)
    if (mended !== undefined && mended !== typed) field.onChange(mended)
    await onLeft?.()
    // An empty field is marked only on save, and not when the focus leaves the field.
    if ((mended ?? typed).trim() !== '') field.onBlur()
  }
  return (
    <div className="grid min-w-0 content-start gap-1.5" data-path={alsoFor === undefined ? name : `${name} ${alsoFor}`}>
      <TextField
        {...rest}
        name={name}
        label={label}
        value={typed}
        onChange={change}
        onBlur={() => void leave()}
        isRequired={!canStayEmpty && rest.optional === undefined}
        inputRef={field.ref}
        error={sayRule(problem?.type)}
      />
      {children}
    </div>
  )
}

/**
 * A field for the hostname, which tells the box its operator. The technician chooses one of the connection's hostnames or types
 * another. The hostname is required if the work binds nothing else.
 */
export function HostnameField(props: { readonly hostnames: readonly string[]; readonly isNeeded: boolean }) {
  const { hostnames, isNeeded } = props
  const { control } = useDraftForm()
  const { field, fieldState } = useController({ name: 'hostname', control })
  return (
    <div className="grid gap-2" data-path="hostname">
      <ComboBox
        label={t('activation.hostname.label')}
        optional={isNeeded ? undefined : t('ui.optional')}
        hint={t('activation.hostname.hint')}
        choices={hostnames.map((hostname) => ({ id: hostname, name: hostname }))}
        value={field.value}
        onChange={field.onChange}
        error={sayRule(fieldState.error?.type)}
      />
      {!isNeeded && field.value.trim() === '' ? (
        <Notice tone="warning">{t('activation.hostname.none')}</Notice>
      ) : undefined}
    </div>
  )
}

type Connection = ActivationState['connection']

/** The personal fields that must be typed: the name, the mobile number, and required fields for which the connection has no default. */
export const typedFields = ({ defaults }: Pick<Connection, 'defaults'>): readonly CustomerField[] =>
  customerFields.filter((field) => isAlwaysTyped(field) || (field !== 'phone' && (defaults[field] ?? '').trim() === ''))

const isAlwaysTyped = (field: CustomerField): boolean =>
  field === 'firstname' || field === 'lastname' || field === 'mobile'

/** The order of the personal fields on screen. */
export const personOrder = [
  'firstname',
  'lastname',
  'mobile',
  'phone',
  'email',
  'street',
  'zipcode',
  'city',
  'state',
  'country',
] as const satisfies readonly CustomerField[]

/** How many of the form's six columns a field takes. */
const widths: Readonly<Record<CustomerField, string>> = {
  firstname: '@min-[30rem]:col-span-2',
  lastname: '@min-[30rem]:col-span-2',
  mobile: '@min-[30rem]:col-span-2',
  phone: '@min-[30rem]:col-span-3',
  email: '@min-[30rem]:col-span-3',
  street: '@min-[30rem]:col-span-2',
  zipcode: '@min-[30rem]:col-span-2',
  city: '@min-[30rem]:col-span-2',
  state: '@min-[30rem]:col-span-3',
  country: '@min-[30rem]:col-span-3',
}

interface PersonFieldsProps {
  readonly activation: ActivationState
  /** Shows the fields with defaults instead of the fields that must be typed. */
  readonly isMore?: boolean
}

/** The fields of a new customer. Values that were not typed are marked and can be overwritten. */
export function PersonFields({ activation, isMore = false }: PersonFieldsProps) {
  const { connection } = activation
  const typed = typedFields(connection)
  const shown = personOrder.filter((field) => typed.includes(field) !== isMore)
  return (
    <div className="@container">
      <fieldset className="grid gap-x-4 gap-y-3 @min-[30rem]:grid-cols-6">
        <legend className="sr-only">{t(isMore ? 'activation.customer.rest' : 'activation.customer.person')}</legend>
        {shown.map((field) => (
          <div key={field} className={widths[field]}>
            {field === 'mobile' ? (
              <MobileField activation={activation} />
            ) : (
              <PersonField field={field} activation={activation} />
            )}
          </div>
        ))}
      </fieldset>
    </div>
  )
}

const keyboards: Partial<Record<CustomerField, Pick<DraftFieldProps, 'inputMode'>>> = {
  email: { inputMode: 'email' },
  phone: { inputMode: 'tel' },
}

/** A field for personal data. An empty phone field shows the number that will fill it. */
function PersonField(props: { readonly field: CustomerField; readonly activation: ActivationState }) {
  const { field, activation } = props
  const { draft, reading, connection } = activation
  const { control } = useDraftForm()
  const typed = useWatch({ control, name: `customer.${field}` })
  const isMobile = field === 'phone' && typed === '' && reading.customer.phone !== ''
  const complete = (value: string): string =>
    value.trim() === '' ? (connection.defaults[field] ?? value) : value.trim()
  // In a correction, the last customer is often the job's own.
  const isOfLast = draft.correcting === undefined && typed !== '' && typed === connection.last?.place[field]
  const mark = reading.fromDefaults.has(field)
    ? t('ui.fromDefaults')
    : isOfLast
      ? t('activation.customer.asLast')
      : undefined
  return (
    <DraftField
      name={`customer.${field}`}
      label={t(`activation.customer.${field}`)}
      canStayEmpty={field === 'phone'}
      {...keyboards[field]}
      {...(isMobile
        ? { placeholder: reading.customer.phone, mark: t('activation.customer.samePhone') }
        : { mark, onLeave: complete })}
    />
  )
}

/**
 * A field for the mobile number. When the focus leaves the field, a local number becomes an international number of the
 * connection's country. The technician sees the change and can undo it.
 */
function MobileField({ activation: { mobile } }: { readonly activation: ActivationState }) {
  const { control, setFocus } = useDraftForm()
  const value = useWatch({ control, name: 'customer.mobile' })
  const { reading } = mobile
  const isRead = reading !== undefined && reading.read === value
  return (
    <DraftField
      name="customer.mobile"
      label={t('activation.customer.mobile')}
      inputMode="tel"
      placeholder="+33612345678"
      onFocus={mobile.prepare}
      onLeave={withoutSeparators}
      onLeft={mobile.read}
    >
      <div aria-live="polite" className="empty:hidden">
        {isRead ? (
          <p className="text-small text-soft">
            {t('activation.customer.mobileRead', { country: reading.country, typed: reading.typed })}{' '}
            <button
              type="button"
              className="inline-flex min-h-6 items-center font-semibold text-ink underline decoration-1 underline-offset-4 hover:text-accent"
              onClick={() => {
                mobile.undo()
                setFocus('customer.mobile')
              }}
            >
              {t('activation.customer.mobileUndo')}
            </button>
          </p>
        ) : undefined}
      </div>
    </DraftField>
  )
}

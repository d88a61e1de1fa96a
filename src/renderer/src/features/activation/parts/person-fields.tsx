import { useWatch } from 'react-hook-form'
import { type CustomerField, customerFields } from '../../../../../shared/domain/customer/customer.ts'
import { t } from '../../../locale.ts'
import { type ActivationState, withoutSeparators } from '../use-activation.ts'
import { DraftField, type DraftFieldProps, useDraftForm } from './draft-field.tsx'

type Connection = ActivationState['connection']

/**
 * The fields of a person that have to be typed: the name, the mobile number, and what the platform insists on and the
 * connection has no default for.
 */
export const typedFields = ({ defaults }: Pick<Connection, 'defaults'>): readonly CustomerField[] =>
  customerFields.filter((field) => isAlwaysTyped(field) || (field !== 'phone' && (defaults[field] ?? '').trim() === ''))

const isAlwaysTyped = (field: CustomerField): boolean =>
  field === 'firstname' || field === 'lastname' || field === 'mobile'

/** In the order in which they are asked for. */
const order = [
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

/** How many of six columns a field takes. */
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
  /** The fields with defaults in place of those that have to be typed. */
  readonly isMore?: boolean
}

/** The fields of a new customer. Values that were not typed are marked and can be overwritten. */
export function PersonFields({ activation, isMore = false }: PersonFieldsProps) {
  const { connection } = activation
  const typed = typedFields(connection)
  const shown = order.filter((field) => typed.includes(field) !== isMore)
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

/** A field of the person. An empty phone shows the number that fills it. */
function PersonField(props: { readonly field: CustomerField; readonly activation: ActivationState }) {
  const { field, activation } = props
  const { reading, connection } = activation
  const { control } = useDraftForm()
  const typed = useWatch({ control, name: `customer.${field}` })
  const isMobile = field === 'phone' && typed === '' && reading.customer.phone !== ''
  const complete = (value: string): string =>
    value.trim() === '' ? (connection.defaults[field] ?? value) : value.trim()
  const isOfLast = typed !== '' && typed === connection.last?.place[field]
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

/** The mobile number. A local one is read as one of the connection's country when the field is left, in sight and with undo. */
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

import { useState } from 'react'
import { useController, useForm, type UseFormReturn } from 'react-hook-form'
import {
  countsFrom,
  type CountsFrom,
  type KnownCustomerAction,
  knownCustomerActionSchema,
} from '../../../../shared/domain/action.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import type { Product } from '../../../../shared/domain/customer/customer.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useConnection, useKeptOverLock, useServices } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/choices.tsx'
import { focusAtOnce, sayRule } from '../../ui/text-field.tsx'
import { useLabels } from '../scan/use-labels.ts'
import { tellObservers } from '../scan/wedge/scan-watch.ts'
import { Form, FormRadio, FormText, showProblems } from '../../ui/form.tsx'

const changed: BridgeError = { code: 'changed-meanwhile', message: 'The job has changed.', retryable: false }

interface CorrectionFormProps {
  readonly detail: JobDetail
  readonly action: KnownCustomerAction
  readonly onClose: () => void
}

/** Corrects refused work on an existing customer and sends it again as a new revision of the same job. */
export function CorrectionForm({ detail, action, onClose }: CorrectionFormProps) {
  const { view } = useServices()
  const correct = useCall('job.correct')
  const settings = useConnection(detail.summary.connectionId)?.settings
  const form = useForm<CorrectionValues>({ defaultValues: toCorrection(action) })
  const { control, handleSubmit } = form
  // The revision that the form started with, so that a correction from elsewhere is not overwritten.
  const [revision, setRevision] = useState(detail.revision)
  const isChanged = detail.revision !== revision || !detail.actions.includes('correct')
  useKeptOverLock(
    `correction of ${detail.summary.id}`,
    () => ({ revision, values: { ...form.getValues(), password: '' } }),
    (kept) => {
      setRevision(kept.revision)
      form.reset({ ...kept.values, password: form.getValues('password') }, { keepDefaultValues: true })
    },
  )

  // Without this, a scan would lead to a new activation, and the typed correction would be lost.
  const sayScanUnused = (): void => {
    tellObservers('unread')
    view.say(t('queue.correct.scanUnused'))
  }
  useLabels({ tellsOutcome: true, gathered: sayScanUnused, unread: sayScanUnused })

  const submit = handleSubmit(async (values) => {
    const reading = readCorrection(values, action.kind)
    if (!reading.ok)
      return showProblems(form, Object.fromEntries(reading.problems.map(({ path, code }) => [path, code])))
    const reply = await correct.run({ id: detail.summary.id, intent: reading.action, revision })
    if (!reply.ok) return
    view.say(t('queue.said.correct'))
    onClose()
  })

  return (
    <Form
      aria-label={t('queue.correct.title')}
      className="@container grid gap-4 rounded-normal border border-line p-4"
      onSubmit={submit}
    >
      <div>
        <h3 ref={focusAtOnce} tabIndex={-1} className="text-lead font-semibold outline-none">
          {t('queue.correct.title')}
        </h3>
        <p className="text-small text-soft">{t('queue.correct.note')}</p>
      </div>
      <div className="grid items-start gap-x-4 gap-y-3.5 @min-[26rem]:grid-cols-2">
        <FormText control={control} name="userid" figures label={t('ticket.userid')} />
        <FormText
          control={control}
          name="password"
          figures
          label={t('ticket.password')}
          hint={t('activation.customer.passwordHint')}
        />
        <FormText
          control={control}
          name="customermappingid"
          figures
          label={t('queue.correct.mappingId')}
          hint={t('queue.correct.mappingIdHint')}
        />
      </div>
      {action.kind === 'product-change' ? (
        <CorrectionProduct
          form={form}
          products={settings?.products ?? []}
          canKeepExtra={settings?.productChange === 'changeCustomerProductAsync'}
        />
      ) : undefined}
      {'months' in action ? <CorrectionLength form={form} /> : undefined}
      <ErrorNotice error={isChanged && !correct.isBusy ? changed : correct.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isDisabled={correct.isBusy || isChanged}>
          {t('activation.save.resend')}
        </Button>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
      </div>
    </Form>
  )
}

interface CorrectionProductProps {
  readonly form: UseFormReturn<CorrectionValues>
  readonly products: readonly Product[]
  readonly canKeepExtra: boolean
}

export function CorrectionProduct({ form, products, canKeepExtra }: CorrectionProductProps) {
  const { control, setValue } = form
  const { field, fieldState } = useController({ control, name: 'productid' })
  const extra = useController({ control, name: 'keepExtraPackages' })
  const isOffered = products.some(({ productid }) => productid === field.value)
  const choose = (productid: string): void => {
    field.onChange(productid)
    const product = products.find((one) => one.productid === productid)
    if (product === undefined) return
    const unit = product.days > 0 ? 'days' : 'months'
    if (product[unit] > 0) {
      setValue('unit', unit)
      setValue('count', String(product[unit]))
    }
  }
  return (
    <div className="grid gap-2">
      {products.length === 0 ? (
        <FormText control={control} name="productid" figures label={t('activation.plan.productid')} />
      ) : (
        <Select
          label={t('activation.plan.products')}
          value={field.value === '' ? undefined : field.value}
          placeholder={t('actions.choose')}
          onChange={choose}
          error={sayRule(fieldState.error?.message)}
          choices={[
            ...(isOffered || field.value === ''
              ? []
              : [{ id: field.value, name: t('ticket.product', { productid: field.value }) }]),
            ...products.map(({ productid, name }) => ({
              id: productid,
              name,
              note: t('ticket.product', { productid }),
            })),
          ]}
        />
      )}
      {canKeepExtra ? (
        <Switch isSelected={extra.field.value} onChange={extra.field.onChange}>
          {t('queue.correct.keepExtraPackages')}
        </Switch>
      ) : undefined}
    </div>
  )
}

export function CorrectionLength({ form }: Pick<CorrectionProductProps, 'form'>) {
  const { control } = form
  return (
    <div className="grid gap-3.5">
      <div className="grid items-start gap-x-4 gap-y-3.5 @min-[26rem]:grid-cols-[8rem_minmax(0,1fr)]">
        <FormText control={control} name="count" inputMode="numeric" figures label={t('activation.plan.length')} />
        <FormRadio
          control={control}
          name="unit"
          label={t('activation.plan.unit')}
          choices={(['months', 'days'] as const).map((id) => ({ id, name: t(`activation.plan.${id}`) }))}
        />
      </div>
      <FormRadio
        control={control}
        name="from"
        label={t('queue.correct.from')}
        choices={countsFrom.map((id) => ({ id, name: t(`queue.correct.countsFrom.${id}`) }))}
      />
    </div>
  )
}

/**
 * The form values of an action on an existing customer. Numbers are text as it was typed. The length of the subscription is one number
 * with a unit. Fields that the kind of action does not have stay empty.
 */
export interface CorrectionValues {
  userid: string
  password: string
  customermappingid: string
  productid: string
  count: string
  unit: 'months' | 'days'
  from: CountsFrom
  keepExtraPackages: boolean
}

/** Converts an action to form values. The length is in days if the action has days, or else in months. */
export function toCorrection(action: KnownCustomerAction): CorrectionValues {
  const length = 'months' in action ? action : { months: 0, days: 0 }
  const unit = length.days > 0 ? 'days' : 'months'
  return {
    userid: action.userid,
    password: action.password ?? '',
    customermappingid: action.customermappingid ?? '',
    productid: 'productid' in action ? action.productid : '',
    count: length[unit] === 0 ? '' : String(length[unit]),
    unit,
    from: 'from' in action ? action.from : 'end-date',
    keepExtraPackages: 'keepExtraPackages' in action && action.keepExtraPackages,
  }
}

/**
 * Parses the form values into an action of `kind`. If the values are invalid, returns each problem with its form field and the code of its
 * rule.
 */
export function readCorrection(values: CorrectionValues, kind: KnownCustomerAction['kind']) {
  const parsed = knownCustomerActionSchema.safeParse(candidateOf(values, kind))
  if (parsed.success) return { ok: true as const, action: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => {
    const [field] = path.map(String)
    return { path: field === 'months' || field === 'days' ? 'count' : (field ?? ''), code: message }
  })
  return { ok: false as const, problems }
}

/** Returns the values for every kind of action. The schema drops the values that `kind` does not have. */
function candidateOf(values: CorrectionValues, kind: KnownCustomerAction['kind']): unknown {
  const { userid, password, customermappingid, unit, productid, from, keepExtraPackages } = values
  return {
    kind,
    userid,
    ...(password !== '' && { password }),
    ...(customermappingid.trim() !== '' && { customermappingid: customermappingid.trim() }),
    months: 0,
    days: 0,
    // A text that is not a number becomes NaN, which every rule refuses.
    [unit]: values.count.trim() === '' ? 0 : Number(values.count),
    productid,
    from,
    keepExtraPackages,
  }
}

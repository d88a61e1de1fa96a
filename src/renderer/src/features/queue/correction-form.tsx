import { useForm, type FieldPath } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { KnownCustomerAct } from '../../../../shared/domain/act.ts'
import type { JobDetail } from '../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { FormText } from '../../ui/form-fields.tsx'
import { CorrectionLength, CorrectionProduct } from './correction-fields.tsx'
import { readCorrection, toCorrection, type CorrectionValues } from './correction-values.ts'

export interface CorrectionFormProps {
  readonly detail: JobDetail
  readonly act: KnownCustomerAct
  readonly onClose: () => void
}

/** Corrects work on a customer who exists that the platform refused, and sends it again as a new revision of the same job. */
export function CorrectionForm({ detail, act, onClose }: CorrectionFormProps) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const correct = useCall('job.correct')
  const settings = useSnapshot(({ connections }) =>
    connections.find((one) => one.settings.id === detail.summary.connectionId),
  )?.settings
  const form = useForm<CorrectionValues>({ defaultValues: toCorrection(act) })
  const { control, handleSubmit, setError } = form

  const submit = handleSubmit(async (values) => {
    const reading = readCorrection(values, act.kind)
    if (!reading.ok) {
      for (const [index, { path, code }] of reading.problems.entries())
        setError(path as FieldPath<CorrectionValues>, { message: code }, { shouldFocus: index === 0 })
      return
    }
    const reply = await correct.run({ id: detail.summary.id, intent: reading.act, revision: detail.revision })
    if (!reply.ok) return
    view.say(t('queue.said.correct'))
    onClose()
  })

  return (
    <form
      noValidate
      aria-label={t('queue.correct.title')}
      className="@container grid gap-4 rounded-normal border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div>
        <h3 className="text-lead font-semibold">{t('queue.correct.title')}</h3>
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
      {act.kind === 'product-change' ? (
        <CorrectionProduct
          form={form}
          products={settings?.products ?? []}
          canKeepExtra={settings?.productChange === 'changeCustomerProductAsync'}
        />
      ) : undefined}
      {'months' in act ? <CorrectionLength form={form} /> : undefined}
      <ErrorNotice error={correct.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isDisabled={correct.isBusy}>
          {t('activation.check.resend')}
        </Button>
        <Button onPress={onClose}>{t('ui.cancel')}</Button>
      </div>
    </form>
  )
}

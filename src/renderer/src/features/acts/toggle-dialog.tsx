import { useForm, type FieldPath } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormText } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { readCorrection, toCorrection, type CorrectionValues } from '../queue/correction-values.ts'
import { isDisabled, sayWho, type ActCustomer } from './act-customer.ts'
import { ActDialog } from './act-dialog.tsx'
import { BeforeAfter } from './before-after.tsx'
import { useAct } from './use-act.ts'

export interface ToggleDialogProps {
  readonly kind: 'disable' | 'enable'
  readonly customer: ActCustomer
  readonly onClose: () => void
}

/** Disables a customer, or takes that back: what it means for them, before it is asked for. */
export function ToggleDialog({ kind, customer, onClose }: ToggleDialogProps) {
  const { t } = useTranslation()
  const act = useAct(customer)
  const { userid, customermappingid } = customer
  const form = useForm<CorrectionValues>({
    defaultValues: toCorrection({ kind, userid, ...(customermappingid !== undefined && { customermappingid }) }),
  })
  const isSo = isDisabled(customer) === (kind === 'disable')
  const submit = form.handleSubmit(async (typed) => {
    const reading = readCorrection(typed, kind)
    if (reading.ok) return await act.save(reading.act)
    for (const [index, { path, code }] of reading.problems.entries())
      form.setError(path as FieldPath<CorrectionValues>, { message: code }, { shouldFocus: index === 0 })
  })
  return (
    <ActDialog
      title={t(`acts.${kind}.title`, { customer: sayWho(t, customer) })}
      verb={t(`acts.${kind}.verb`)}
      isDanger={kind === 'disable'}
      customer={customer}
      isBusy={act.isBusy}
      error={act.error}
      jobId={act.jobId}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`ticket.${kind}.means`)}</p>
      <BeforeAfter
        heads={[t('acts.before'), t('acts.after')]}
        rows={[
          {
            id: 'status',
            name: t('ticket.status'),
            before: customer.status,
            after: t(`acts.${kind}.after`),
          },
        ]}
      />
      {customer.status !== undefined && isSo ? (
        <Notice tone="info" announce="off">
          {t(`acts.${kind}.alreadySo`)}
        </Notice>
      ) : undefined}
      <FormText
        control={form.control}
        name="password"
        figures
        label={t('activation.customer.password')}
        optional={t('ui.optional')}
        hint={t('acts.passwordHint')}
      />
    </ActDialog>
  )
}

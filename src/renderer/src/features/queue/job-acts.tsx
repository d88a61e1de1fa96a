import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { JobAct, JobDetail } from '../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { consolePath, correctionPath } from '../../routes.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'
import { ServiceHint } from './service-hint.tsx'
import { isDrafted } from './is-drafted.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { choicesOf } from './decision.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button-look.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useForm, type FieldPath } from 'react-hook-form'
import type { KnownCustomerAct } from '../../../../shared/domain/act.ts'
import { FormText } from '../../ui/form-fields.tsx'
import { CorrectionLength, CorrectionProduct } from './correction-fields.tsx'
import { readCorrection, toCorrection, type CorrectionValues } from './correction-values.ts'

/** The actions on a job. Only those that cannot be undone ask for confirmation. */
export function JobActs({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const [asking, setAsking] = useState<Exclude<JobAct, 'check-again'> | undefined>()
  const { id } = detail.summary
  const checkAgain = useCall('job.check-again')
  const itIsThere = useCall('job.it-is-there')
  const sendAgain = useCall('job.send-again')
  const [, navigate] = useLocation()
  const choices = choicesOf(detail)
  const { intent } = detail
  if (choices.length === 0) return undefined

  const close = () => {
    setAsking(undefined)
  }
  const run = async (
    call: { readonly run: typeof checkAgain.run },
    said: 'check-again' | 'it-is-there' | 'send-again',
  ) => {
    close()
    const reply = await call.run({ id })
    if (reply.ok) view.say(t(`queue.said.${said}`))
  }
  const press = (act: JobAct, asksFirst: boolean): void => {
    if (act === 'check-again') void run(checkAgain, act)
    else if (act === 'send-again' && !asksFirst) void run(sendAgain, act)
    else if (act === 'correct' && isDrafted(intent)) navigate(correctionPath(id))
    else if (act === 'correct' && intent.kind === 'console') navigate(consolePath(intent.operation, id))
    else setAsking(act)
  }
  const errors: readonly (BridgeError | undefined)[] = [checkAgain.error, itIsThere.error, sendAgain.error]

  return (
    <>
      <ServiceHint detail={detail} />
      {asking === 'correct' && !isDrafted(intent) && intent.kind !== 'console' ? (
        <CorrectionForm detail={detail} act={intent} onClose={close} />
      ) : (
        <ActList choices={choices} detail={detail} onPress={press} />
      )}
      <ErrorNotice error={errors.find((error) => error !== undefined)} />
      {asking === 'it-is-there' ? (
        <ConfirmDialog
          words="itIsThere"
          detail={detail}
          onClose={close}
          onConfirm={() => void run(itIsThere, 'it-is-there')}
        />
      ) : undefined}
      {asking === 'send-again' ? (
        <ConfirmDialog
          words="sendAgain"
          detail={detail}
          onClose={close}
          onConfirm={() => void run(sendAgain, 'send-again')}
        />
      ) : undefined}
      {asking === 'drop' ? <DropDialog detail={detail} onClose={close} /> : undefined}
    </>
  )
}

interface ActListProps {
  readonly choices: ReturnType<typeof choicesOf>
  readonly detail: JobDetail
  readonly onPress: (act: JobAct, asksFirst: boolean) => void
}

function variantOf(act: JobAct, index: number): ButtonVariant {
  if (act === 'drop') return 'danger'
  return index === 0 ? 'primary' : 'plain'
}

/** The available actions, the first one as the main button. If the technician must decide, each explains what it does. */
export function ActList({ choices, detail, onPress }: ActListProps) {
  const { t } = useTranslation()
  const isUnapplied = detail.summary.why?.code === 'not-applied'
  const wordOf = (act: JobAct): string =>
    t(act === 'send-again' && isUnapplied ? 'queue.acts.send-again-unapplied' : `queue.acts.${act}`)
  if (detail.summary.state !== 'needs-you')
    return (
      <fieldset aria-label={t('queue.acts.label')} className="flex flex-wrap gap-2">
        {choices.map(({ act, asksFirst }, index) => (
          <Button key={act} variant={variantOf(act, index)} onPress={() => onPress(act, asksFirst)}>
            {wordOf(act)}
          </Button>
        ))}
      </fieldset>
    )
  return (
    <fieldset aria-label={t('queue.acts.label')} className="@container">
      <ul className="grid gap-3">
        {choices.map(({ act, asksFirst }, index) => (
          <li key={act} className="grid items-center gap-x-4 gap-y-1 @min-[30rem]:grid-cols-[15rem_minmax(0,1fr)]">
            <Button variant={variantOf(act, index)} wide onPress={() => onPress(act, asksFirst)}>
              {wordOf(act)}
            </Button>
            <p className="text-small text-soft">
              {t(act === 'send-again' && isUnapplied ? 'queue.means.send-again-unapplied' : `queue.means.${act}`)}
            </p>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Drops a job. The reason is stored. */
function DropDialog({ detail, onClose }: { readonly detail: JobDetail; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { view } = useDesk()
  const [reason, setReason] = useState('')
  const field = useFirstFocus<HTMLInputElement>()
  const drop = useCall('job.drop')
  const wasSent = detail.steps.some(({ attempts }) => attempts.length > 0)
  const isReady = reason.trim() !== '' && !drop.isBusy
  const confirm = async () => {
    const reply = await drop.run({ id: detail.summary.id, reason })
    if (!reply.ok) return
    view.say(t('queue.said.drop'))
    onClose()
  }
  return (
    <Dialog
      isOpen
      title={t('queue.drop.title')}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="danger" onPress={() => void confirm()} isDisabled={!isReady}>
            {t('queue.drop.act')}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void confirm()
        }}
      >
        <p>{t(wasSent ? 'queue.drop.sentText' : 'queue.drop.text')}</p>
        <TextField
          label={t('queue.drop.reason')}
          hint={t('queue.drop.reasonHint')}
          value={reason}
          onChange={setReason}
          maxLength={300}
          inputRef={field}
        />
        <ErrorNotice error={drop.error} />
      </form>
    </Dialog>
  )
}

interface CorrectionFormProps {
  readonly detail: JobDetail
  readonly act: KnownCustomerAct
  readonly onClose: () => void
}

/** Corrects refused work on an existing customer and sends it again as a new revision of the same job. */
function CorrectionForm({ detail, act, onClose }: CorrectionFormProps) {
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

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
import { choicesOf, knownOf, secondSending, compareStandings } from './decision.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useForm, type FieldPath } from 'react-hook-form'
import type { KnownCustomerAct } from '../../../../shared/domain/act.ts'
import { FormText } from '../../ui/form-fields.tsx'
import { CorrectionLength, CorrectionProduct } from './correction-fields.tsx'
import { readCorrection, toCorrection, type CorrectionValues } from './correction-values.ts'
import { formatMac, type DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'

/** A value that the platform's own console shows if the step has arrived. */
interface Sign {
  readonly of: 'userid' | 'name' | 'box' | 'hostname' | 'product' | 'endDate' | 'endDateMoved' | 'disabled' | 'enabled'
  /** Empty if the name says it all. */
  readonly value: string
}

const sign = (of: Sign['of'], value: string | undefined): readonly Sign[] =>
  value === undefined || value === '' ? [] : [{ of, value }]

const writeBox = ({ kind, value }: DeviceIdentifier): string => (kind === 'mac' ? formatMac(value, 'colon') : value)

interface ConfirmDialogProps {
  readonly words: 'itIsThere' | 'sendAgain'
  readonly detail: JobDetail
  readonly onClose: () => void
  readonly onConfirm: () => void
}

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

/** Confirms an action that cannot be undone: what to check first and what it does. Its button names the action. */
function ConfirmDialog({ words, detail, onClose, onConfirm }: ConfirmDialogProps) {
  const { t } = useTranslation()
  const step = knownOf(detail)?.step
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t(`queue.${words}.title`)}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button variant="primary" onPress={onConfirm}>
            {t(`queue.${words}.act`)}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Signs detail={detail} words={words} />
        <p>{t(`queue.${words}.text`)}</p>
        {words === 'sendAgain' && step !== undefined ? (
          <p className="font-semibold">{t(`queue.sendAgain.${secondSending(step)}`)}</p>
        ) : undefined}
      </div>
    </Dialog>
  )
}

/** The values to look for in the platform's own console. */
function Signs({ detail, words }: Pick<ConfirmDialogProps, 'detail' | 'words'>) {
  const { t } = useTranslation()
  const signs = signsOf(detail)
  if (signs.length === 0) return undefined
  return (
    <>
      <p>{t(`queue.${words}.look`)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-normal bg-sunken px-4 py-3">
        {signs.map(({ of, value }) => (
          <div key={of} className="contents">
            <dt className="text-soft">{t(`queue.signs.${of}`)}</dt>
            <dd className="font-figures font-semibold [overflow-wrap:anywhere]">
              {value === '' ? t(`queue.signs.yes`) : value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The values that show on the platform whether the step in doubt has arrived. */
export function signsOf(detail: JobDetail): readonly Sign[] {
  const { intent, summary } = detail
  const userid = sign('userid', summary.userid)
  const box = sign('box', summary.box && writeBox(summary.box))
  switch (knownOf(detail)?.step) {
    case 'create-customer':
      return [...userid, ...sign('name', summary.customerName), ...box]
    case 'bind-user':
      return [...userid, ...box]
    case 'bind-hostname':
      return [...box, ...sign('hostname', summary.hostname)]
    case 'renew':
      return [...userid, endSign(detail)]
    case 'change-product': {
      const productid = 'productid' in intent ? intent.productid : undefined
      return [...userid, ...sign('product', summary.productName ?? productid), endSign(detail)]
    }
    case 'disable':
      return [...userid, { of: 'disabled', value: '' }]
    case 'enable':
      return [...userid, { of: 'enabled', value: '' }]
    case undefined:
      return [...userid, ...box]
  }
}

function endSign(detail: JobDetail): Sign {
  const expected = compareStandings(detail)?.expectedEnd
  return expected === undefined ? { of: 'endDateMoved', value: '' } : { of: 'endDate', value: expected }
}

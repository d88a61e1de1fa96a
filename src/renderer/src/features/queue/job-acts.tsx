import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { JobAct, JobDetail } from '../../../../shared/domain/job.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { consolePath, correctionPath } from '../../routes.ts'
import { useDesk } from '../../state/desk.tsx'
import { ServiceHint } from '../acts/service-hint.tsx'
import { isDrafted } from './is-drafted.ts'
import { ActList } from './act-list.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { CorrectionForm } from './correction-form.tsx'
import { choicesOf } from './decision.ts'
import { DropDialog } from './drop-dialog.tsx'

/** What a person can do about a job now. Only what cannot be taken back asks once more. */
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

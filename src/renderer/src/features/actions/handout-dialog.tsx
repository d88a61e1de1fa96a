import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ConnectionView, Preferences } from '../../../../shared/bridge/snapshot.ts'
import type { JobDetail, JobSummary } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LogInCard } from '../ticket/log-in-card.tsx'
import { Handout, SavePdfButton } from '../ticket/handout.tsx'
import { brandOf, handoutOfJob, type HandoutModel } from '../ticket/handout-model.ts'
import { sayWho, type ActionCustomer } from './action-dialog.tsx'

interface HandoutDialogProps {
  readonly customer: ActionCustomer
  readonly connection: ConnectionView
  readonly onClose: () => void
}

/** Prints the handout again: with the password if this computer created the customer, otherwise with the user ID alone. */
export function HandoutDialog({ customer, connection, onClose }: HandoutDialogProps) {
  const { view } = useServices()
  const preferences = useSnapshot((snapshot) => snapshot.preferences)
  const { made, isRead, error } = useMaking(customer.userid)
  const [openedAt] = useState(() => Date.now())
  useEffect(() => view.offerPrint(print), [view])
  const handout = handoutOfCustomer(customer, made, connection, preferences, openedAt)
  return (
    <Dialog
      isOpen
      size="large"
      title={t('actions.handout.title', { customer: sayWho(customer) })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.close')}</Button>
          {isRead ? <SavePdfButton name={`Setdesk ${customer.userid}`} /> : undefined}
          <Button variant="primary" isDisabled={!isRead} onPress={print}>
            <Printer aria-hidden size="1rem" />
            {t('activation.result.print')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <ErrorNotice error={error} />
        {isRead && handout.logIn !== undefined ? <LogInCard logIn={handout.logIn} /> : undefined}
        {isRead && handout.logIn === undefined ? (
          <Notice tone="info" announce="off">
            {t('actions.handout.noPassword')}
          </Notice>
        ) : undefined}
      </div>
      {isRead ? <Handout handout={handout} /> : undefined}
    </Dialog>
  )
}

function print(): void {
  window.print()
}

/** The job on this computer that created the customer, if any. */
function useMaking(userid: string) {
  const jobs = useRead('customers.jobs', { userid })
  const id = jobs.value?.jobs.find(isMaking)?.id
  const detail = useRead('job.read', id === undefined ? undefined : { id })
  return { made: detail.value, isRead: !jobs.isBusy && !detail.isBusy, error: jobs.error }
}

const isMaking = ({ kind, state, isPurged }: JobSummary): boolean =>
  kind === 'new-customer' && state !== 'refused' && state !== 'dropped' && isPurged !== true

/** The handout of a customer: from the job that created them, or with the user ID and no password. */
export function handoutOfCustomer(
  customer: ActionCustomer,
  made: JobDetail | undefined,
  connection: Pick<ConnectionView, 'settings'>,
  preferences: Pick<Preferences, 'stationName' | 'technician'>,
  now: number,
): HandoutModel {
  const endDate = customer.endDate === undefined ? {} : { endDate: customer.endDate }
  if (made !== undefined) {
    const handout = handoutOfJob(made, connection, preferences)
    return { ...handout, ticket: { ...handout.ticket, ...endDate } }
  }
  return {
    outcome: 'done',
    operator: connection.settings.name,
    brand: brandOf(connection.settings),
    ticket: {
      kind: 'existing-customer',
      state: 'done',
      box: undefined,
      withoutBox: false,
      customer: {
        ...(customer.name !== undefined && { name: customer.name }),
        userid: customer.userid,
        address: [],
        reach: [],
      },
      plan: undefined,
      hostname: undefined,
      logIn: { kind: 'known', userid: customer.userid, hasPassword: false },
      customerBinding: 'not-asked-for',
      hostnameBinding: 'not-asked-for',
      ...endDate,
    },
    from: [preferences.stationName, preferences.technician].filter((text) => text.trim() !== ''),
    savedAt: now,
  }
}

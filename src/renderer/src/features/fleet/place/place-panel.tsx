import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { FleetView } from '../../../../../shared/domain/fleet.ts'
import { waitingTechnicians } from '../../../../../shared/domain/technician-names.ts'
import { ErrorNotice, useCall } from '../../../bridge/use-call.tsx'
import { t } from '../../../locale.ts'
import { fleetPath, queuePath, settingsPath } from '../../../routes.ts'
import { useServices, useSnapshot } from '../../../state/services.tsx'
import { isSupervised, isUsable, seesFleet } from '../../../state/snapshot-store.ts'
import { useNow } from '../../../ui/format-time.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { QuestionDialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Fact, Panel } from '../../../ui/panel.tsx'
import { sayClock, sayLink, sayNames } from '../say-fleet.ts'
import { JoinPanel } from './join-panel.tsx'

interface PlacePanelProps {
  readonly fleet: FleetView
  readonly mayChange: boolean
  /** Says whom to ask, if the user may not change the membership. */
  readonly ask: ReactNode
}

export function PlacePanel({ fleet, mayChange, ask }: PlacePanelProps) {
  const { view } = useServices()
  const now = useNow()
  const sees = useSnapshot(seesFleet)
  const tryNow = useCall('fleet.try-now')
  const [isLeaving, setLeaving] = useState(false)
  const { state, hub = '', name = '', role = 'station', group } = fleet
  const isRevoked = state === 'revoked'
  const askNow = async (): Promise<void> => {
    const reply = await tryNow.run({})
    if (reply.ok) view.say(t('fleet.place.asking'))
  }
  return (
    <>
      {isRevoked ? (
        <Notice tone="warning" announce="off" title={t('fleet.place.states.revoked.what')}>
          {t('fleet.place.states.revoked.next')}
        </Notice>
      ) : undefined}
      <Panel title={t('settings.pages.fleet')} note={isRevoked ? undefined : t('fleet.place.note')}>
        <div className="grid gap-5">
          <dl className="grid gap-4 narrow:grid-cols-2">
            <Fact name={t('fleet.place.hub')}>
              <span className="font-figures" translate="no">
                {hub}
              </span>
            </Fact>
            <Fact name={t('settings.technician.station')}>{name}</Fact>
            <Fact name={t('fleet.role')}>{t(`fleet.roles.${role}`)}</Fact>
            <Fact name={t('fleet.group')}>{group ?? t('fleet.noGroup')}</Fact>
            {isRevoked ? undefined : (
              <Fact name={t('fleet.place.link')} className="narrow:col-span-2">
                <output data-link={fleet.link}>{sayLink(fleet, now)}</output>
              </Fact>
            )}
          </dl>
          {fleet.clockAheadMs === undefined ? undefined : (
            <Notice tone="warning" announce="off" title={sayClock(fleet.clockAheadMs)}>
              {t('fleet.clock.next')}
            </Notice>
          )}
          <WorkFacts fleet={fleet} />
          <DocumentFacts documents={fleet.documents ?? []} />
          <TechnicianFacts technicians={fleet.technicians ?? []} />
          <ErrorNotice error={tryNow.error} />
          <div className="flex flex-wrap gap-2">
            {sees ? (
              <LinkButton to={fleetPath('computers')} variant="primary">
                {t('fleet.place.open')}
              </LinkButton>
            ) : undefined}
            {isRevoked ? undefined : (
              <Button isBusy={tryNow.isBusy} onPress={() => void askNow()}>
                {t('fleet.askNow')}
              </Button>
            )}
            {mayChange ? (
              <Button variant={isRevoked ? 'primary' : 'quiet'} onPress={() => setLeaving(true)}>
                {t('fleet.leave.open')}
              </Button>
            ) : undefined}
          </div>
          {ask}
        </div>
      </Panel>
      {isLeaving ? <LeaveDialog fleet={fleet} onClose={() => setLeaving(false)} /> : undefined}
    </>
  )
}

const waitingCauses = ['unconnected', 'unopened', 'otherCall'] as const

/** Lists the jobs and audit entries of this computer that the fleet has not settled yet, or says that everything is settled. */
function WorkFacts({
  fleet: { unchecked = 0, conflicts = 0, leftWaiting, uncared = 0, state, audit },
}: Pick<PlacePanelProps, 'fleet'>) {
  if (state === 'revoked') return undefined
  const unsentAudit = audit?.unsent ?? 0
  const waiting = waitingCauses.filter((cause) => (leftWaiting?.[cause] ?? 0) > 0)
  const heldBack = leftWaiting?.heldBack ?? 0
  if (unchecked + conflicts + waiting.length + heldBack + uncared + unsentAudit === 0 && audit?.trouble === undefined)
    return <p>{t('fleet.place.allChecked')}</p>
  return (
    <ul className="grid gap-2">
      {conflicts > 0 ? (
        <li>
          <Link href={queuePath('needs-you')} className="font-semibold text-needs-you underline-offset-4">
            {t('fleet.place.conflicts', { count: conflicts })}
          </Link>
        </li>
      ) : undefined}
      {unchecked > 0 ? <li>{t('fleet.place.unchecked', { count: unchecked })}</li> : undefined}
      {waiting.map((cause) => (
        <li key={cause}>{t(`fleet.place.leftWaiting.${cause}`, { count: leftWaiting?.[cause] ?? 0 })}</li>
      ))}
      {heldBack > 0 ? <li>{t('fleet.place.heldBack')}</li> : undefined}
      {uncared > 0 ? <li>{t('fleet.place.uncared', { count: uncared })}</li> : undefined}
      {unsentAudit > 0 ? <li>{t('fleet.audit.own', { count: unsentAudit })}</li> : undefined}
      {audit?.trouble === undefined ? undefined : (
        <li className="text-refused">{t(`fleet.audit.ownTrouble.${audit.trouble}`)}</li>
      )}
    </ul>
  )
}

function DocumentFacts({ documents }: { readonly documents: NonNullable<FleetView['documents']> }) {
  const count = (state: (typeof documents)[number]['state']): number =>
    documents.filter((one) => one.state === state).length
  const [taken, refused, waiting] = [count('taken'), count('refused'), count('waiting')]
  if (documents.length === 0) return undefined
  return (
    <p>
      {[
        t('fleet.documents.own', { count: taken }),
        refused === 0 ? '' : t('fleet.documents.refused', { count: refused }),
        waiting === 0 ? '' : t('fleet.documents.waiting', { count: waiting }),
      ]
        .filter((part) => part !== '')
        .join(' ')}{' '}
      <Link href={settingsPath('policy')} className="font-semibold text-accent underline-offset-4">
        {t('fleet.documents.look')}
      </Link>
    </p>
  )
}

function TechnicianFacts({ technicians }: { readonly technicians: NonNullable<FleetView['technicians']> }) {
  const own = useSnapshot(({ who }) => who.technicians)
  const waiting = waitingTechnicians(technicians, own).length
  if (technicians.length === 0) return undefined
  return (
    <p className="[overflow-wrap:anywhere]">
      {t('fleet.place.brought', { count: technicians.length, names: sayNames(technicians) })}{' '}
      {waiting === 0 ? undefined : (
        <>
          {t('fleet.place.noPin', { count: waiting })}{' '}
          <Link href={settingsPath('technician')} className="font-semibold text-accent underline-offset-4">
            {t('fleet.place.technicians')}
          </Link>
        </>
      )}
    </p>
  )
}

/** The errors after which this computer can leave without telling the hub. */
const untoldErrors: ReadonlySet<string> = new Set(['hub-not-reached', 'hub-refused', 'hub-busy'])

function LeaveDialog({ fleet, onClose }: Pick<PlacePanelProps, 'fleet'> & { readonly onClose: () => void }) {
  const { view } = useServices()
  const leave = useCall('fleet.leave')
  const unsentAudit = fleet.audit?.unsent ?? 0
  // After a failure the supervisor may leave without the hub's knowledge.
  const isUntold = leave.error !== undefined && untoldErrors.has(leave.error.code)
  const confirm = async (): Promise<void> => {
    const reply = await leave.run(isUntold ? { force: true } : {})
    if (!reply.ok) return
    view.say(t('fleet.leave.done'))
    onClose()
  }
  return (
    <QuestionDialog
      role="alertdialog"
      title={t('fleet.leave.title')}
      onClose={onClose}
      variant="danger"
      action={t(isUntold ? 'fleet.leave.anyway' : 'fleet.leave.action')}
      onAction={() => void confirm()}
      isDisabled={leave.isBusy}
    >
      <ul className="grid list-disc gap-2 ps-5">
        <li>{t('fleet.leave.work')}</li>
        {isUntold ? <li>{t('fleet.leave.untold')}</li> : undefined}
        {isUntold || fleet.state === 'revoked' ? <li>{t('fleet.leave.doubt')}</li> : <li>{t('fleet.leave.guard')}</li>}
        {unsentAudit > 0 ? <li>{t('fleet.leave.audit', { count: unsentAudit })}</li> : undefined}
        {fleet.role === 'supervisor' ? <li>{t('fleet.leave.supervisor')}</li> : undefined}
        <li>{t('fleet.leave.return')}</li>
      </ul>
      <ErrorNotice error={leave.error} />
    </QuestionDialog>
  )
}

export function FleetPage() {
  const fleet = useSnapshot((snapshot) => snapshot.fleet)
  const isOpen = useSnapshot(isUsable)
  const mayChange = useSnapshot(({ who }) => isSupervised(who))
  const ask = mayChange ? undefined : <p className="text-soft">{t('fleet.place.ask')}</p>
  if (!isOpen)
    return (
      <Panel title={t('settings.pages.fleet')}>
        <p>{t('fleet.place.locked')}</p>
      </Panel>
    )
  if (fleet?.state === 'joined' || fleet?.state === 'revoked')
    return <PlacePanel fleet={fleet} mayChange={mayChange} ask={ask} />
  return (
    <>
      {fleet === undefined ? undefined : (
        <Notice tone="warning" announce="off" title={t(`fleet.place.states.${fleet.state}.what`)}>
          {t(`fleet.place.states.${fleet.state}.next`)}
        </Notice>
      )}
      <Panel title={t('fleet.join.title')}>
        <div className="grid gap-4">
          <p className="max-w-prose">{t('fleet.join.text')}</p>
          {mayChange ? <JoinPanel /> : ask}
        </div>
      </Panel>
    </>
  )
}

import { Notice } from '../../../ui/notice.tsx'
import { t } from '../../../locale.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { isSupervised } from '../../../state/snapshot-store.ts'
import { Panel } from '../../../ui/panel.tsx'
import { JoinPanel } from './join-panel.tsx'
import { PlacePanel } from './place-panel.tsx'

/** This computer's membership in the fleet. Only the supervisor can change the membership. */
export function FleetPage() {
  const fleet = useSnapshot((snapshot) => snapshot.fleet)
  const isOpen = useSnapshot(({ vault, storage }) => vault.state === 'open' && storage.state === 'ok')
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

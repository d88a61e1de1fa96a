import { Circle, CircleCheck, CircleMinus, CircleQuestionMark, CircleX, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BoxLight, CustomerDevice } from '../../../../shared/domain/customer-view.ts'
import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { Light } from '../../../../shared/domain/job.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { Plate } from '../ticket/plate.tsx'

const looks: Readonly<Record<Light, { readonly icon: LucideIcon; readonly look: string }>> = {
  'not-asked-for': { icon: CircleMinus, look: 'text-soft' },
  'not-yet': { icon: Circle, look: 'text-soft' },
  on: { icon: CircleCheck, look: 'text-done' },
  off: { icon: CircleX, look: 'text-refused' },
  unread: { icon: CircleQuestionMark, look: 'text-unconfirmed' },
}

/** The customer's boxes as their labels would show them, each with whether a hostname of the connection knows it. */
export function BoxesPanel({
  devices,
  lights,
}: {
  readonly devices: readonly CustomerDevice[] | undefined
  readonly lights: readonly BoxLight[] | undefined
}) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('customers.boxes.title')} className="grid gap-2">
      <h3 className="text-lead font-semibold">{t('customers.boxes.title')}</h3>
      {devices === undefined ? <p className="text-soft">{t('customers.boxes.unread')}</p> : undefined}
      {devices?.length === 0 ? <p className="text-soft">{t('customers.boxes.none')}</p> : undefined}
      {devices?.map((device) => (
        <Box key={device.id} device={device} light={lights?.find(({ id }) => id === device.id)} />
      ))}
    </section>
  )
}

function Box({ device, light }: { readonly device: CustomerDevice; readonly light: BoxLight | undefined }) {
  const reading = readDeviceIdentifier(device.id)
  const lamp = <HostnameLamp light={light} />
  // A writing that is no identifier here is shown as the platform has it.
  if (!reading.ok)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-large border border-line bg-surface p-3">
        <span className="font-figures font-semibold [overflow-wrap:anywhere]" translate="no">
          {device.id}
        </span>
        {lamp}
      </div>
    )
  return <Plate plate={{ identifier: reading.identifier, model: device.model ?? '', raw: '' }} aside={lamp} />
}

function HostnameLamp({ light }: { readonly light: BoxLight | undefined }) {
  const { t } = useTranslation()
  const state = light?.light ?? 'not-yet'
  const { icon: Icon, look } = looks[state]
  return (
    <span data-light={state} className="grid text-small">
      <span className={joinClasses('flex items-center gap-1.5 font-semibold', look)}>
        <Icon aria-hidden size="0.875rem" strokeWidth={2.2} className="shrink-0" />
        {t(`customers.boxes.light.${state}`)}
      </span>
      {light?.hostname === undefined ? undefined : (
        <span className="font-figures text-soft [overflow-wrap:anywhere]">{light.hostname}</span>
      )}
    </span>
  )
}

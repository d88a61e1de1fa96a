import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { Panel } from '../../../ui/panel.tsx'
import { NetworkFields } from '../../connection/network-fields.tsx'
import { ProxyLogInLine } from '../../connection/proxy-log-in-line.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

/** The proxy and certificates of the company's network. */
export function NetworkPanel({
  control,
  connection,
}: {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
}) {
  const { t } = useTranslation()
  return (
    <Panel title={t('network.title')} note={t('network.note')}>
      <NetworkFields control={control} logIn={<ProxyLogInLine connection={connection} />} />
    </Panel>
  )
}

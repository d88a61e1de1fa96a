import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ConnectionView } from '../../../../../shared/bridge/snapshot.ts'
import { ErrorNotice } from '../../../bridge/error-notice.tsx'
import { settingsPath } from '../../../routes.ts'
import { useSnapshot } from '../../../state/desk.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormText } from '../../../ui/form-fields.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { AddressField } from '../../connection/address-field.tsx'
import { Checks } from '../../connection/checks.tsx'
import { toConnectionForm } from '../../connection/connection-values.ts'
import { keeperOf, needsPassphrase } from '../../connection/keeper-of.ts'
import { TenantColourField } from '../../connection/tenant-colour.tsx'
import { useConnectionTest } from '../../connection/use-connection-test.ts'
import { TokenDialog } from '../../frame/token-dialog.tsx'
import type { ConnectionSettingsValues } from './connection-settings-values.ts'

export interface PlatformPanelProps {
  readonly control: Control<ConnectionSettingsValues>
  readonly connection: ConnectionView
  readonly values: ConnectionSettingsValues
}

/** The name and address of the platform, with a connection test. */
export function PlatformPanel({ control, connection, values }: PlatformPanelProps) {
  const { t } = useTranslation()
  const { id } = connection.settings
  const test = useConnectionTest()
  const isTraining = connection.settings.kind === 'training'
  const { name, colour, address, crmService, cmsService, proxy, authority } = values
  const platform = { name, colour, address, crmService, cmsService, proxy, authority }
  const form = toConnectionForm(platform)
  const found = test.resultFor(platform)
  return (
    <Panel title={t('settings.connection.platform')}>
      <div className="grid items-start gap-4 narrow:grid-cols-2">
        <div className="narrow:col-span-2">
          <FormText control={control} name="name" label={t('connection.form.name')} />
        </div>
        {isTraining ? undefined : (
          <>
            <div className="narrow:col-span-2">
              <AddressField control={control} wasTried />
            </div>
            <FormText control={control} name="crmService" label={t('connection.form.crmService')} />
            <FormText control={control} name="cmsService" label={t('connection.form.cmsService')} />
          </>
        )}
        <div className="narrow:col-span-2">
          <TenantColourField control={control} />
        </div>
        {isTraining ? undefined : <TokenLine connection={connection} />}
      </div>
      <div className="mt-4 grid gap-3">
        <div>
          <Button
            isDisabled={test.isBusy || form === undefined}
            onPress={() => {
              if (form !== undefined) void test.run(platform, { id, form })
            }}
          >
            {t(test.isBusy ? 'connection.form.testing' : 'settings.connection.test')}
          </Button>
        </div>
        <ErrorNotice error={test.error} />
        {found === undefined ? undefined : <Checks {...found} />}
      </div>
    </Panel>
  )
}

function TokenLine({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useTranslation()
  const keeper = useSnapshot(keeperOf)
  const isOpen = useSnapshot(({ vault }) => vault.state === 'open' || vault.state === 'new')
  const mustProtect = useSnapshot(needsPassphrase)
  const [isReplacing, setReplacing] = useState(false)
  const says = connection.hasToken
    ? t('settings.connection.tokenKept', { keeper: t(`frame.keepers.${keeper}`) })
    : t(isOpen ? 'settings.connection.tokenNone' : 'settings.connection.tokenLocked')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 narrow:col-span-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="text-small text-soft">{t('settings.connection.token')}</p>
        <p>{says}</p>
      </div>
      {mustProtect && isOpen ? (
        <LinkButton to={settingsPath('privacy')}>{t('settings.connection.passphraseFirst')}</LinkButton>
      ) : (
        <Button
          isDisabled={!isOpen}
          onPress={() => {
            setReplacing(true)
          }}
        >
          {t('settings.connection.tokenReplace')}
        </Button>
      )}
      {isReplacing ? (
        <TokenDialog
          connection={connection.settings}
          onClose={() => {
            setReplacing(false)
          }}
        />
      ) : undefined}
    </div>
  )
}

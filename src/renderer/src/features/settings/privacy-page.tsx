import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from '../../state/desk.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BackupsPanel } from '../keeping/backups-panel.tsx'
import { HandOverPanel } from '../keeping/hand-over-panel.tsx'
import { RetentionPanel } from '../keeping/retention-panel.tsx'
import { TakeOverPanel } from '../keeping/take-over-panel.tsx'
import { needsPassphrase } from '../connection/keeper-of.ts'
import { ProtectPanel } from '../vault/protect-panel.tsx'
import { Facts } from './facts.tsx'

/** Where the data lives, what protects it, and what is kept. */
export function PrivacyPage() {
  const { t } = useTranslation()
  const { storage, vault } = useSnapshot((snapshot) => snapshot)
  const canProtect = useSnapshot(needsPassphrase)
  const [isProtecting, setProtecting] = useState(false)
  return (
    <>
      <Panel title={t('settings.pages.privacy')}>
        <Facts
          facts={[
            { name: t('settings.privacy.where'), value: storage.folder, note: t('settings.privacy.whereText') },
            { name: t('settings.privacy.protection'), value: t(`settings.privacy.protections.${vault.protection}`) },
            { name: t('settings.privacy.storage'), value: t(`settings.privacy.storages.${storage.state}`) },
            { name: t('settings.privacy.kept'), value: t('settings.privacy.keptText') },
          ]}
        />
        {canProtect && !isProtecting ? (
          <div className="mt-4">
            <Button
              onPress={() => {
                setProtecting(true)
              }}
            >
              {t('settings.privacy.protect')}
            </Button>
          </div>
        ) : undefined}
      </Panel>
      {canProtect && isProtecting ? (
        <Panel title={t('vault.protect.title')}>
          <ProtectPanel
            onDone={() => {
              setProtecting(false)
            }}
          />
        </Panel>
      ) : undefined}
      <BackupsPanel />
      <RetentionPanel />
      {vault.state === 'open' && storage.state === 'ok' ? (
        <>
          <HandOverPanel />
          <TakeOverPanel />
        </>
      ) : undefined}
    </>
  )
}

import { TerminalSquare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'wouter'
import { isolate, t } from '../../locale.ts'
import {
  LanguageSelect,
  LockAfterPanel,
  RetentionPanel,
  SerialPatternsPanel,
  SignalsPanel,
  TextPreferences,
} from './preference-panels.tsx'
import { paths, settingsPath } from '../../routes.ts'
import { ConnectionsPage } from './connections-page.tsx'
import { useSnapshot } from '../../state/services.tsx'
import { isUsable } from '../../state/snapshot-store.ts'
import { Fact, Panel } from '../../ui/panel.tsx'
import { appearances } from '../../../../shared/bridge/snapshot.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { CalibrationPage, learnPage, LearntPanel } from '../calibration/calibration-page.tsx'
import { Button } from '../../ui/button.tsx'
import { FleetPage } from '../fleet/place/place-panel.tsx'
import { BackupsPanel } from '../maintenance/backups-panel.tsx'
import { ExportPanel } from '../maintenance/export-panel.tsx'
import { ImportPanel } from '../maintenance/import-panel.tsx'
import { MaintenancePage } from '../maintenance/maintenance-page.tsx'
import { PolicyPage } from '../policy/policy-page.tsx'
import { PaperChoice } from '../ticket/paper/paper-dialog.tsx'
import { ChangePassphrasePanel, needsPassphrase, ProtectPanel } from '../vault/protect-panel.tsx'
import { TechniciansPanel } from '../who/technicians-panel.tsx'
import { ThirdPartyLicences, UpdatePanel } from './about-panels.tsx'

const pageNames = [
  'connections',
  'technician',
  'appearance',
  'scanner',
  'privacy',
  'policy',
  'fleet',
  'maintenance',
  'about',
] as const
type PageName = (typeof pageNames)[number]

export function SettingsScreen() {
  const { page, id, part } = useParams<{ readonly page?: string; readonly id?: string; readonly part?: string }>()
  const current = pageNames.find((name) => name === page) ?? 'connections'
  const pages: Readonly<Record<PageName, ReactNode>> = {
    connections: <ConnectionsPage id={id} part={part} />,
    technician: <TechnicianPage />,
    appearance: (
      <>
        <AppearancePage />
        <SignalsPanel />
      </>
    ),
    scanner: <ScannerPage id={id} />,
    privacy: <PrivacyPage />,
    policy: <PolicyPage />,
    fleet: <FleetPage />,
    maintenance: <MaintenancePage />,
    about: (
      <>
        <AboutPage />
        <UpdatePanel />
      </>
    ),
  }
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-4 p-5 narrow:grid-cols-[10rem_minmax(0,1fr)] wide:p-8">
      <div className="narrow:sticky narrow:top-5">
        <h1 className="mb-3 px-3 text-title font-semibold">{t('settings.title')}</h1>
        <nav aria-label={t('settings.title')} className="flex flex-wrap gap-0.5 narrow:flex-col">
          {pageNames.map((name) => (
            <Link
              key={name}
              href={settingsPath(name)}
              {...(name === current ? { 'aria-current': 'page' } : {})}
              className="rounded-normal px-3 py-2 text-soft no-underline transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:text-accent"
            >
              {t(`settings.pages.${name}`)}
            </Link>
          ))}
          <Link
            href={paths.console}
            className="flex items-center gap-2 rounded-normal px-3 py-2 text-soft no-underline transition-colors hover:bg-sunken hover:text-ink narrow:mt-3"
          >
            <TerminalSquare aria-hidden size="1rem" />
            {t('console.title')}
          </Link>
        </nav>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">{pages[current]}</div>
    </div>
  )
}

function TechnicianPage() {
  const isNobody = useSnapshot(({ who }) => who.state === 'nobody')
  const name = { name: 'technician', label: t('settings.technician.name'), maxLength: 80 } as const
  return (
    <>
      <TextPreferences
        title={t(isNobody ? 'settings.pages.technician' : 'settings.technician.computer')}
        note={t('settings.technician.note')}
        fields={[
          ...(isNobody ? [name] : []),
          { name: 'stationName', label: t('settings.technician.station'), maxLength: 80 },
        ]}
      />
      <TechniciansPanel />
      {isNobody ? undefined : <LockAfterPanel />}
      <Panel title={t('settings.paper.title')} note={t('settings.paper.note')}>
        <PaperChoice />
      </Panel>
    </>
  )
}

function AboutPage() {
  const { version, installation, host } = useSnapshot((snapshot) => snapshot)
  return (
    <Panel title={t('settings.pages.about')}>
      <dl className="grid gap-4">
        <Fact name={t('settings.about.version')}>{version}</Fact>
        <Fact name={t('settings.about.installation')} note={t('settings.about.installationHint')}>
          <span className="font-figures" translate="no">
            {installation || '—'}
          </span>
        </Fact>
        <Fact name={t('settings.about.host')}>{t(`settings.about.hosts.${host}`)}</Fact>
        <Fact
          name={t('settings.about.licences')}
          note={host === 'electron' ? t('settings.about.licencesBeside') : undefined}
        >
          {t('settings.about.licencesText')}
        </Fact>
      </dl>
      <ThirdPartyLicences />
    </Panel>
  )
}

function AppearancePage() {
  const appearance = useSnapshot(({ preferences }) => preferences.appearance)
  const save = useCall('preferences.save')
  return (
    <Panel title={t('settings.appearance.label')}>
      <div className="grid gap-4">
        <RadioGroup
          label={t('settings.appearance.label')}
          choices={appearances.map((id) => ({ id, name: t(`settings.appearance.${id}`) }))}
          value={appearance}
          onChange={(chosen) => void save.run({ appearance: chosen })}
        />
        <LanguageSelect />
        <ErrorNotice error={save.error} />
      </div>
    </Panel>
  )
}

function ScannerPage({ id }: { readonly id: string | undefined }) {
  if (id === learnPage) return <CalibrationPage />
  return (
    <>
      <LearntPanel />
      <TextPreferences
        title={t('settings.scanner.title')}
        note={t('settings.scanner.note')}
        fields={[
          { name: 'scannerPrefix', label: t('settings.scanner.prefix'), maxLength: 10 },
          {
            name: 'scannerSuffix',
            label: t('settings.scanner.suffix'),
            hint: t('settings.scanner.hint'),
            maxLength: 10,
          },
        ]}
      />
      <SerialPatternsPanel />
    </>
  )
}

function PrivacyPage() {
  const { storage, vault } = useSnapshot((snapshot) => snapshot)
  const canProtect = useSnapshot(needsPassphrase)
  const canChange = vault.protection === 'passphrase' && vault.state === 'open'
  const [isProtecting, setProtecting] = useState(false)
  // Undefined until the panel is first opened. The value `false` means that the panel was closed, so the button takes the focus.
  const [isChanging, setChanging] = useState<boolean>()
  const canImport = useSnapshot(isUsable)
  // Each press in the list of backups begins a new import.
  const [listed, setListed] = useState<{ readonly name: string; readonly count: number }>()
  return (
    <>
      <Panel title={t('settings.pages.privacy')}>
        <dl className="grid gap-4">
          <Fact name={t('settings.privacy.where')} note={t('settings.privacy.whereText')}>
            {isolate(storage.folder)}
          </Fact>
          <Fact name={t('settings.privacy.protection')}>
            {vault.state === 'lost' ? t('vault.lost.title') : t(`settings.privacy.protections.${vault.protection}`)}
          </Fact>
          <Fact name={t('settings.privacy.storage')}>{t(`settings.privacy.storages.${storage.state}`)}</Fact>
          <Fact name={t('settings.privacy.kept')}>{t('settings.privacy.keptText')}</Fact>
        </dl>
        {canProtect && !isProtecting ? (
          <div className="mt-4">
            <Button onPress={() => setProtecting(true)}>{t('settings.privacy.protect')}</Button>
          </div>
        ) : undefined}
        {canChange && isChanging !== true ? (
          <div className="mt-4">
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- Only after the panel closed: the focus was in it and would be lost. */}
            <Button autoFocus={isChanging === false} onPress={() => setChanging(true)}>
              {t('who.passphrase.open')}
            </Button>
          </div>
        ) : undefined}
      </Panel>
      {canChange && isChanging === true ? <ChangePassphrasePanel onDone={() => setChanging(false)} /> : undefined}
      {canProtect && isProtecting ? (
        <Panel title={t('vault.protect.title')}>
          <ProtectPanel onDone={() => setProtecting(false)} />
        </Panel>
      ) : undefined}
      <BackupsPanel
        onImport={canImport ? (name) => setListed((before) => ({ name, count: (before?.count ?? 0) + 1 })) : undefined}
      />
      <RetentionPanel />
      {canImport ? (
        <>
          <ExportPanel />
          <ImportPanel key={listed?.count} listed={listed} />
        </>
      ) : undefined}
    </>
  )
}

import { TerminalSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { paths, settingsPath } from '../../routes.ts'
import { AboutPage } from './about-page.tsx'
import { AppearancePage } from './appearance-page.tsx'
import { ConnectionsPage } from './connections-page.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { ScannerPage } from './scanner-page.tsx'
import { TechnicianPage } from './technician-page.tsx'

const pageNames = ['connections', 'technician', 'appearance', 'scanner', 'privacy', 'about'] as const
type PageName = (typeof pageNames)[number]

/** What is settled once: pages beside a list of them. */
export function SettingsScreen() {
  const { t } = useTranslation()
  const { page, id } = useParams<{ readonly page?: string; readonly id?: string }>()
  const current = pageNames.find((name) => name === page) ?? 'connections'
  const pages: Readonly<Record<PageName, ReactNode>> = {
    connections: <ConnectionsPage id={id} />,
    technician: <TechnicianPage />,
    appearance: <AppearancePage />,
    scanner: <ScannerPage id={id} />,
    privacy: <PrivacyPage />,
    about: <AboutPage />,
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

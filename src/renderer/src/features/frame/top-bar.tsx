import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { countOf, queuePath, settingsPath } from '../../routes.ts'
import { useActiveConnection, useSnapshot } from '../../state/desk.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { tenantGrounds } from '../../ui/tenant-grounds.ts'
import { formatTime } from '../../ui/format-time.ts'

type LinkView = ConnectionView['link']

/** The connection, whether its platform is reached, the technician, and the number of open jobs. */
export function TopBar() {
  const { t } = useTranslation()
  const active = useActiveConnection()
  return (
    <header className="flex min-h-12 flex-wrap items-stretch gap-x-4 border-b border-line bg-surface print:hidden">
      {active === undefined ? undefined : (
        <Link
          href={settingsPath(`connections/${active.settings.id}`)}
          data-block
          className={joinClasses(
            'flex min-w-0 flex-col justify-center px-4 py-1 text-on-tenant no-underline outline-offset-[-4px] focus-visible:outline-on-tenant',
            tenantGrounds[active.settings.colour],
          )}
        >
          <span className="max-w-64 truncate font-semibold">
            <span className="sr-only">{t('frame.tenant')} </span>
            {active.settings.name}
          </span>
          <span className="max-w-64 truncate text-small">
            {t('frame.services', { crm: active.settings.crmService, cms: active.settings.cmsService })}
          </span>
        </Link>
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 px-1 max-narrow:px-4">
        {active === undefined ? undefined : <LinkLight link={active.link} />}
        <Station />
      </div>
      <CountLinks />
    </header>
  )
}

const lamps: Readonly<Record<LinkView['state'], string>> = {
  unknown: 'border-2 border-edge',
  reached: 'bg-done',
  unreached: 'border-2 border-waiting',
  'token-refused': 'bg-refused',
  'same-answer': 'bg-refused',
}

function LinkLight({ link }: { readonly link: LinkView }) {
  const { t } = useTranslation()
  const words =
    link.state === 'unreached' && link.since > 0
      ? t('frame.link.unreachedSince', { time: formatTime(link.since) })
      : t(`frame.link.${link.state}`)
  return (
    <output className="flex items-center gap-2 py-1 whitespace-nowrap text-soft">
      <span aria-hidden data-block className={joinClasses('size-2.5 rounded-full', lamps[link.state])} />
      {words}
    </output>
  )
}

function Station() {
  const { t } = useTranslation()
  const { technician, stationName } = useSnapshot(({ preferences }) => preferences)
  const names = [technician, stationName].filter((name) => name !== '')
  return (
    <Link
      href={settingsPath('technician')}
      className="flex min-h-8 min-w-0 items-center text-soft no-underline outline-offset-[-4px] hover:text-ink"
    >
      <span className="max-w-56 truncate">{names.length === 0 ? t('frame.noTechnician') : names.join(' · ')}</span>
    </Link>
  )
}

const countLinks = ['saved', 'sending', 'needs-you'] as const

function CountLinks() {
  const { t } = useTranslation()
  const counts = useSnapshot((snapshot) => snapshot.counts)
  return (
    <nav aria-label={t('frame.status')} className="ml-auto flex items-center gap-1 px-2">
      {countLinks.map((name) => {
        const count = countOf(name, counts)
        const hot = name === 'needs-you' && count > 0
        return (
          <Link
            key={name}
            href={queuePath(name)}
            data-count={name}
            className={joinClasses(
              'flex min-h-8 items-center gap-2 rounded-normal px-2.5 whitespace-nowrap no-underline transition-colors',
              hot ? 'bg-needs-you-tint text-needs-you' : 'text-soft hover:bg-sunken hover:text-ink',
            )}
          >
            {t(`frame.counts.${name}`)}
            <b className={joinClasses('font-semibold tabular-nums', !hot && 'text-ink')}>{count}</b>
            <span className="sr-only">{t('frame.counts.link')}</span>
          </Link>
        )
      })}
    </nav>
  )
}

import {
  Files,
  History,
  House,
  ListChecks,
  Network,
  PackagePlus,
  Settings,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { paths, type ScreenName } from '../../routes.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { screenOf } from './screen-of.ts'

const screens: readonly { readonly name: ScreenName; readonly icon: LucideIcon }[] = [
  { name: 'home', icon: House },
  { name: 'activate', icon: PackagePlus },
  { name: 'customers', icon: UsersRound },
  { name: 'hostnames', icon: Network },
  { name: 'bulk', icon: Files },
  { name: 'queue', icon: ListChecks },
  { name: 'activity', icon: History },
  { name: 'settings', icon: Settings },
]

/** The ways to every screen there is, as icons with words. */
export function Rail() {
  const { t } = useTranslation()
  const [path] = useLocation()
  const current = screenOf(path)
  const forYou = useSnapshot(({ counts }) => counts.needsYou + counts.refused)
  return (
    <nav
      aria-label={t('frame.screens')}
      className="flex gap-1 overflow-auto border-line bg-surface p-1.5 max-narrow:border-t narrow:w-23 narrow:flex-col narrow:border-r print:hidden"
    >
      {screens.map(({ name, icon: Icon }) => (
        <Link
          key={name}
          href={paths[name]}
          {...(current === name ? { 'aria-current': 'page' } : {})}
          className={joinClasses(
            'relative grid justify-items-center gap-1 rounded-normal px-0.5 py-2 text-small text-soft no-underline transition-colors outline-offset-[-2px] hover:bg-sunken hover:text-ink max-narrow:flex-auto',
            'aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:text-accent',
            name === 'settings' && 'narrow:mt-auto',
          )}
        >
          <Icon aria-hidden size="1.3125rem" strokeWidth={1.7} />
          {/* In the width of a telephone the words would push screens out of sight. */}
          <span className="max-[30rem]:sr-only">{t(`frame.${name}`)}</span>
          {name === 'queue' && forYou > 0 ? (
            <span className="absolute top-1 right-2.5 grid h-4 min-w-4 place-items-center rounded-full bg-needs-you px-1 text-small leading-none font-semibold text-surface tabular-nums">
              <span aria-hidden>{forYou}</span>
              <span className="sr-only">{t('frame.needsYouBadge', { count: forYou })}</span>
            </span>
          ) : undefined}
        </Link>
      ))}
    </nav>
  )
}

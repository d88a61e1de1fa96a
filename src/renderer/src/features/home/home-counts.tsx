import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { countOf, queuePath } from '../../routes.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { stateLooks } from '../../ui/state-chip.tsx'

const shown = ['saved', 'sending', 'needs-you', 'done'] as const

/** How many jobs are where, each a link to them; quiet where there are none. */
export function HomeCounts() {
  const { t } = useTranslation()
  const counts = useSnapshot((snapshot) => snapshot.counts)
  return (
    <nav aria-label={t('home.counts.label')} className="@container">
      <ul className="grid grid-cols-2 gap-3 @min-[36rem]:grid-cols-4">
        {shown.map((name) => {
          const count = countOf(name, counts)
          const { icon: Icon, look } = stateLooks[name]
          return (
            <li key={name}>
              <Link
                href={queuePath(name)}
                className="flex min-h-12 items-center gap-2.5 rounded-large border border-line bg-surface px-3 py-1.5 text-ink no-underline transition-colors hover:border-edge"
              >
                <span
                  aria-hidden
                  className={joinClasses(
                    'grid size-8 shrink-0 place-items-center rounded-full',
                    count === 0 ? 'bg-sunken text-soft' : look,
                  )}
                >
                  <Icon size="1rem" />
                </span>
                <b className="text-title font-semibold tabular-nums">{count}</b>
                <span className="min-w-0 text-small text-soft">{t(`home.counts.${name}`)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

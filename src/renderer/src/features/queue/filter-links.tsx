import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { countOf, queueFilters, queuePath, type QueueFilter } from '../../routes.ts'
import { useSnapshot } from '../../state/desk.tsx'

const names = Object.keys(queueFilters) as QueueFilter[]

/** The states the queue can be narrowed to, with their counts. */
export function FilterLinks({ current }: { readonly current: QueueFilter }) {
  const { t } = useTranslation()
  const counts = useSnapshot((snapshot) => snapshot.counts)
  return (
    <nav aria-label={t('queue.filters.label')} className="flex flex-wrap gap-1.5 px-5">
      {names.map((name) => (
        <Link
          key={name}
          href={queuePath(name)}
          {...(name === current ? { 'aria-current': 'page' } : {})}
          className="flex min-h-8 items-center gap-2 rounded-full border border-line bg-surface px-3 text-small text-soft no-underline transition-colors hover:border-edge hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:text-accent"
        >
          {t(`queue.filters.${name}`)}
          <span className="tabular-nums">{countOf(name, counts)}</span>
        </Link>
      ))}
    </nav>
  )
}

import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { queueFilters, queuePath } from '../../routes.ts'
import { useJobList } from '../../state/use-jobs.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { Identifier } from '../ticket/identifier.tsx'
import { sayWhy } from '../queue/say-why.ts'

const mostShown = 2

/** The jobs that cannot go on without a person, before everything else; nothing where there is none. */
export function ForYou() {
  const { t } = useTranslation()
  const { jobs } = useJobList(queueFilters['needs-you'])
  if (jobs.length === 0) return undefined
  return (
    <section
      aria-labelledby="for-you"
      className="overflow-clip rounded-large border border-line border-l-4 border-l-needs-you bg-surface"
    >
      <h2 id="for-you" className="flex items-center gap-2 px-5 pt-3 pb-1 text-small font-semibold text-needs-you">
        {t('home.forYou', { count: jobs.length })}
      </h2>
      <ul>
        {jobs.slice(0, mostShown).map((job) => (
          <li
            key={job.id}
            className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-5 py-2 last:border-0 hover:bg-sunken"
          >
            <span className="flex min-w-0 flex-1 basis-64 flex-wrap items-baseline gap-x-3 gap-y-0.5">
              <span className="font-semibold">{job.customerName ?? job.userid ?? job.hostname}</span>
              {job.box === undefined ? undefined : (
                <span className="text-small">
                  <Identifier identifier={job.box} />
                </span>
              )}
              <span className="w-full text-small text-soft">{sayWhy(t, job)}</span>
            </span>
            <StateChip state={job.state} />
            <Link
              href={queuePath('needs-you', job.id)}
              aria-label={t('home.decideAbout', { name: job.customerName ?? job.userid ?? job.hostname })}
              className="flex items-center gap-1 font-semibold text-accent no-underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-[-2px] focus-visible:after:outline-focus"
            >
              {t('home.decide')}
              <ArrowRight aria-hidden size="1rem" />
            </Link>
          </li>
        ))}
      </ul>
      {jobs.length > mostShown ? (
        <Link
          href={queuePath('needs-you')}
          className="block border-t border-line px-5 py-2 text-small font-semibold text-accent no-underline hover:bg-sunken"
        >
          {t('home.moreForYou', { count: jobs.length - mostShown })}
        </Link>
      ) : undefined}
    </section>
  )
}

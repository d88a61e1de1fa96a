import { CircleHelp, ScanSearch, Send, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { JobDetail, SubscriptionStatus, WhyCode } from '../../../../shared/domain/job.ts'
import { formatWhen } from '../../ui/format-time.ts'
import { useNow } from '../../state/use-now.ts'
import { sayLength } from '../ticket/ticket.tsx'
import type { TicketModel } from '../ticket/ticket-model.ts'
import { sayFinding } from './say-finding.ts'
import { compareStatuses, knownOf, type Comparison } from './decision.ts'

export interface KnownFactsProps {
  readonly detail: JobDetail
  readonly order: TicketModel['order']
  /** The level of the heading: `h2` on a screen, `h3` in the panel of a job. */
  readonly heading?: 'h2' | 'h3'
}

/** The facts for a technician's decision about a job: what was sent, what was read since, and what changed. */
export function KnownFacts({ detail, order, heading: Heading = 'h3' }: KnownFactsProps) {
  const { t } = useTranslation()
  const now = useNow()
  const known = knownOf(detail)
  const comparison = compareStatuses(detail)
  const code = detail.summary.why?.code
  if (known === undefined && code === undefined) return undefined
  const sent = known?.sent
  return (
    <section aria-labelledby="job-known" className="grid gap-2.5 rounded-normal bg-sunken px-4 py-3">
      <Heading id="job-known" className="font-semibold">
        {t('queue.known.title')}
      </Heading>
      <ul className="grid gap-1.5">
        <Fact icon={Send}>
          {sent === undefined
            ? t(known?.mayHaveBeenSent === true ? 'queue.known.notSentHere' : 'queue.known.notSent')
            : t('queue.known.sent', {
                count: sent.count,
                time: formatWhen(sent.at, now),
                outcome: t(`queue.outcomes.${sent.outcome}`),
              })}
        </Fact>
        {known?.mayHaveBeenSent === true ? <Fact icon={CircleHelp}>{t('queue.known.perhapsSent')}</Fact> : undefined}
        <Fact icon={ScanSearch}>
          {known?.asked === undefined
            ? t('queue.known.notAsked')
            : t('queue.known.asked', {
                count: known.asked.count,
                time: formatWhen(known.asked.at, now),
                finding: sayFinding(t, known.step, known.asked.finding),
              })}
        </Fact>
      </ul>
      {comparison === undefined ? undefined : <Compared comparison={comparison} order={order} />}
      {code === undefined ? undefined : <p>{t(adviceOf(code))}</p>}
    </section>
  )
}

/** These two codes have advice of their own here: a correction would be wrong, since the first call may have arrived. */
function adviceOf(code: WhyCode) {
  return code === 'password-asked' || code === 'somebody-else'
    ? (`queue.known.${code}` as const)
    : (`why.${code}.next` as const)
}

function Fact({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size="1rem" className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

/** The subscription before, as requested, and now. */
function Compared({ comparison, order }: { readonly comparison: Comparison; readonly order: TicketModel['order'] }) {
  const { t } = useTranslation()
  const { before, now, expectedEnd } = comparison
  const product = order?.kind === 'product-change' ? (order.product.name ?? order.product.productid) : before.product
  const length = order !== undefined && 'length' in order ? sayLength(t, order.length) : undefined
  const rows: readonly (readonly [string, SubscriptionStatus])[] = [
    [t('queue.known.before'), before],
    [
      length === undefined ? t('queue.known.asWanted') : t('queue.known.wanted', { length }),
      {
        ...(expectedEnd !== undefined && { endDate: expectedEnd }),
        ...(product !== undefined && { product }),
      },
    ],
    [t('queue.known.now'), now],
  ]
  return (
    <table className="w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-line text-small text-soft">
          <td>
            <span className="sr-only">{t('queue.known.when')}</span>
          </td>
          <th scope="col" className="py-1 pr-3 font-normal">
            {t('ticket.endDate')}
          </th>
          <th scope="col" className="py-1 font-normal">
            {t('queue.known.product')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, subscription]) => (
          <tr key={name} className="border-b border-line align-top last:border-0 last:font-semibold">
            <th scope="row" className="py-1 pr-3 font-normal text-soft">
              {name}
            </th>
            <td className="py-1 pr-3 whitespace-nowrap tabular-nums">
              {subscription.endDate ?? t('queue.known.untold')}
            </td>
            <td className="py-1 [overflow-wrap:anywhere]">{subscription.product ?? t('queue.known.untold')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

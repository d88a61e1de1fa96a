import { CircleHelp, ScanSearch, Send, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CountsFrom } from '../../../../shared/domain/action.ts'
import { laterDays, localDayOf, readDay, writeDay } from '../../../../shared/domain/day.ts'
import { findPresentStep, type JobDetail, type ReadingView, type StepView } from '../../../../shared/domain/job.ts'
import type { StepKind } from '../../../../shared/domain/job-kinds.ts'
import { t } from '../../locale.ts'
import { formatWhen, formatToldDay, useNow } from '../../ui/format-time.ts'
import { sayLength } from '../ticket/ticket.tsx'
import type { TicketModel } from '../ticket/ticket-model.ts'
import { changesBy, isChange, sayNext } from './say-job.tsx'

interface KnownFactsProps {
  readonly detail: JobDetail
  readonly order: TicketModel['order']
  /** The level of the heading: `h2` on a screen, `h3` in the panel of a job. */
  readonly heading?: 'h2' | 'h3'
}

export function KnownFacts({ detail, order, heading: Heading = 'h3' }: KnownFactsProps) {
  const now = useNow()
  const known = knownOf(detail)
  const comparison = compareSubscriptions(detail)
  const { why } = detail.summary
  if (known === undefined && why === undefined) return undefined
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
                finding: sayFinding(known.step, known.asked.finding),
              })}
        </Fact>
      </ul>
      {comparison === undefined ? undefined : <Compared comparison={comparison} order={order} />}
      {why === undefined ? undefined : (
        <p>{sayNext({ ...detail.summary, why }, changesSomething(detail), detail.actions)}</p>
      )}
    </section>
  )
}

/** Whether the undecided step of a job changes something that exists, so that the words are about an effect and not about a presence. */
export function changesSomething(detail: Pick<JobDetail, 'steps' | 'summary'>): boolean {
  const step = knownOf(detail)?.step
  return step === undefined ? changesBy(detail.summary.kind) : isChange[step]
}

/**
 * Says the result of a read in words that fit the step. For a step that creates something, the words say whether the new object is
 * present. For a step that changes something, the words say whether the change has taken effect.
 */
export const sayFinding = (step: StepKind, finding: ReadingView['finding']): string =>
  t(isChange[step] ? `queue.effects.${finding}` : `queue.findings.${finding}`)

function Fact({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size="1rem" className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}

interface ComparedProps extends Pick<KnownFactsProps, 'order'> {
  readonly comparison: NonNullable<ReturnType<typeof compareSubscriptions>>
}

function Compared({ comparison, order }: ComparedProps) {
  const { before, now, expectedEnd } = comparison
  const product = order?.kind === 'product-change' ? (order.product.name ?? order.product.productid) : before.product
  const length = order !== undefined && 'length' in order ? sayLength(order.length) : undefined
  const wanted = length === undefined ? t('queue.known.asWanted') : t('queue.known.wanted', { length })
  const rows = [
    { name: t('queue.known.before'), ...before },
    { name: wanted, endDate: expectedEnd, product },
    { name: t('queue.known.now'), ...now },
  ]
  return (
    <table className="w-full border-collapse text-start">
      <thead>
        <tr className="border-b border-line text-small text-soft">
          <td>
            <span className="sr-only">{t('queue.known.when')}</span>
          </td>
          <th scope="col" className="py-1 pe-3 font-normal">
            {t('ticket.endDate')}
          </th>
          <th scope="col" className="py-1 font-normal">
            {t('queue.known.product')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, endDate, product }) => (
          <tr key={name} className="border-b border-line align-top last:border-0 last:font-semibold">
            <th scope="row" className="py-1 pe-3 font-normal text-soft">
              {name}
            </th>
            <td className="py-1 pe-3 whitespace-nowrap tabular-nums">
              {endDate === undefined ? t('queue.known.untold') : formatToldDay(endDate)}
            </td>
            <td className="py-1 [overflow-wrap:anywhere]">{product ?? t('queue.known.untold')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is known about the undecided or the first unfinished step. Undefined if all steps are finished. Times: ms since 1970. */
export function knownOf(detail: Pick<JobDetail, 'steps'>) {
  const step = stepInDoubt(detail)
  if (step === undefined) return undefined
  const known = step.attempts.filter(({ isAssumed }) => isAssumed !== true)
  const sent = known.at(-1)
  const last = step.attempts.at(-1)
  const readings = step.readings.filter(({ at }) => last === undefined || at >= last.startedAt)
  const newest = readings.at(-1)
  return {
    step: step.kind,
    /**
     * Whether a call that is not recorded may have sent the step: a call of another computer, or a call that this computer made after the
     * restored backup was made.
     */
    mayHaveBeenSent: known.length < step.attempts.length,
    /** How often the step was sent, and the time and the outcome of the last attempt. Absent if the step was never sent. */
    ...(sent && {
      sent: { count: known.length, at: sent.endedAt ?? sent.startedAt, outcome: sent.outcome ?? ('open' as const) },
    }),
    /**
     * The time and the finding of the newest read since the last attempt, and how many reads in a row had this finding. Absent if nothing
     * was read since the last attempt.
     */
    ...(newest && {
      asked: { count: countAlike(readings, newest.finding), at: newest.at, finding: newest.finding },
    }),
  }
}

/**
 * Returns the subscription before the last attempt, the subscription that was read after the attempt, and the requested end date
 * (`yyyy-MM-dd`) if it can be computed. Undefined if either subscription is unknown.
 */
export function compareSubscriptions({ steps, intent }: Pick<JobDetail, 'steps' | 'intent'>) {
  const step = steps.find(({ kind }) => kind === 'renew' || kind === 'change-product')
  const attempt = step?.attempts.at(-1)
  if (step === undefined || attempt?.before === undefined) return undefined
  const now = step.readings.findLast(
    ({ at, subscription }) => at >= attempt.startedAt && subscription !== undefined,
  )?.subscription
  if (now === undefined) return undefined
  const expectedEnd =
    'from' in intent ? expectEnd(intent, attempt.before.endDate, localDayOf(attempt.startedAt)) : undefined
  return { before: attempt.before, now, ...(expectedEnd !== undefined && { expectedEnd }) }
}

function stepInDoubt({ steps }: Pick<JobDetail, 'steps'>): StepView | undefined {
  return steps.find(({ state }) => state === 'undecided') ?? findPresentStep(steps)
}

function countAlike(readings: readonly ReadingView[], finding: ReadingView['finding']): number {
  const other = readings.findLastIndex((reading) => reading.finding !== finding)
  return readings.length - 1 - other
}

/**
 * Returns the expected end date. There is none for a length from today, because the platform's day may be another one than this computer's.
 * There is none either for a length from an old end date that is unknown or past, because then some platforms count from today.
 */
function expectEnd(
  { months, days, from }: { readonly months: number; readonly days: number; readonly from: CountsFrom },
  endBefore: string | undefined,
  sentOn: number,
): string | undefined {
  const start = readDay(endBefore ?? '')
  if (from === 'today' || start === undefined || start < sentOn) return undefined
  const [expected] = laterDays(start, months, days)
  return expected === undefined ? undefined : writeDay(expected)
}

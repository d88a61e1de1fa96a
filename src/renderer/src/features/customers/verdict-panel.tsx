import type { Ref } from 'react'
import { CircleAlert, CircleCheck, CircleQuestionMark, Info, type LucideIcon } from 'lucide-react'
import type { CheckOutcome, InstallVerdict, VerdictCheck } from '../../../../shared/domain/install-verdict.ts'
import { t } from '../../locale.ts'
import { clsx } from 'clsx'

const looks: Readonly<Record<CheckOutcome, { readonly icon: LucideIcon; readonly look: string }>> = {
  good: { icon: CircleCheck, look: 'text-done' },
  note: { icon: Info, look: 'text-saved' },
  bad: { icon: CircleAlert, look: 'text-refused' },
  unknown: { icon: CircleQuestionMark, look: 'text-waiting' },
}

const grounds: Readonly<Record<InstallVerdict['outcome'], { readonly icon: LucideIcon; readonly look: string }>> = {
  works: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  'works-perhaps': { icon: CircleQuestionMark, look: 'bg-waiting-tint text-waiting' },
  fails: { icon: CircleAlert, look: 'bg-refused-tint text-refused' },
}

export function VerdictPanel({
  verdict,
  panelRef,
}: {
  readonly verdict: InstallVerdict
  readonly panelRef?: Ref<HTMLElement>
}) {
  const { icon: Icon, look } = grounds[verdict.outcome]
  return (
    <section
      ref={panelRef}
      tabIndex={-1}
      aria-label={t('customers.verdict.title')}
      data-verdict={verdict.outcome}
      className="overflow-clip rounded-large border border-line bg-surface shadow-lift"
    >
      <div className={clsx('flex gap-3 px-4 py-3', look)}>
        <Icon aria-hidden size="1.375rem" strokeWidth={2} className="mt-px shrink-0" />
        <div className="min-w-0">
          <h3 className="text-lead font-semibold">{t(`customers.verdict.outcome.${verdict.outcome}`)}</h3>
          <p className="text-ink">{t(`customers.verdict.next.${verdict.next}`)}</p>
        </div>
      </div>
      <ul className="divide-y divide-line">
        {verdict.checks.map((check) => (
          <Check key={check.subject} check={check} />
        ))}
      </ul>
    </section>
  )
}

function Check({ check }: { readonly check: VerdictCheck }) {
  const { icon: Icon, look } = looks[check.outcome]
  return (
    <li data-check={check.subject} data-outcome={check.outcome} className="flex items-start gap-3 px-4 py-2">
      <Icon aria-hidden size="1rem" className={clsx('mt-0.5 shrink-0', look)} />
      <span className="w-24 shrink-0 text-soft">{t(`customers.verdict.subject.${check.subject}`)}</span>
      <span className="min-w-0 flex-1">
        {sayFinding(check)}
        <span className="sr-only"> ({t(`customers.verdict.is.${check.outcome}`)})</span>
      </span>
    </li>
  )
}

function sayFinding(check: VerdictCheck): string {
  switch (check.subject) {
    case 'status':
      return t(`customers.verdict.status.${check.finding}`)
    case 'end-date':
      return t(`customers.verdict.end-date.${check.finding}`)
    case 'box':
      return t(`customers.verdict.box.${check.finding}`)
    case 'limit':
      return t(`customers.verdict.limit.${check.finding}`)
    case 'hostname':
      return t(`customers.verdict.hostname.${check.finding}`)
  }
}

import { CircleAlert } from 'lucide-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { CustomerField } from '../../../../../shared/domain/customer.ts'
import { sayRule } from '../../../ui/say-rule.ts'
import { Ticket, type TicketPart } from '../../ticket/ticket.tsx'
import type { TicketModel } from '../../ticket/ticket-model.ts'
import { sayReadingProblem } from '../../scan/box-text.ts'
import type { DraftPath } from '../draft/read-draft.ts'
import { createsCustomer } from '../draft/draft-options.ts'
import { stepOfPath, type FormStep } from '../draft/steps.ts'
import type { ActivationState } from '../use-activation.ts'

interface CheckStepProps {
  readonly activation: ActivationState
  readonly ticket: TicketModel
  readonly isReached: boolean
}

/** The whole ticket as it will be saved, with a link to each field that is still missing or invalid. */
export function CheckStep({ activation, ticket, isReached }: CheckStepProps) {
  const { t } = useTranslation()
  const { draft, reading, show } = activation
  const paths = Object.keys(reading.problems) as DraftPath[]
  const stepOfPart: Readonly<Record<TicketPart, FormStep>> = {
    box: 'box',
    customer: 'customer',
    plan: 'plan',
    creation: 'plan',
    logIn: createsCustomer(draft.kind) ? 'plan' : 'customer',
  }
  return (
    <div className="@container grid gap-4">
      <p className="text-soft">{t(isReached ? 'activation.check.online' : 'activation.check.offline')}</p>
      {paths.length === 0 ? undefined : (
        <section className="rounded-normal border border-refused/40 bg-refused-tint px-4 py-3">
          <p className="flex items-center gap-2 font-semibold text-refused">
            <CircleAlert aria-hidden size={16} />
            {t('activation.check.problems', { count: paths.length })}
          </p>
          <ul className="mt-1 grid">
            {paths.map((path) => (
              <li key={path}>
                <button
                  type="button"
                  className="min-h-6 text-left text-ink underline decoration-edge underline-offset-2 hover:decoration-current"
                  onClick={() => show(stepOfPath(draft.kind, path))}
                >
                  {sayField(t, path)}
                </button>
                {': '}
                {path === 'box.raw'
                  ? sayReadingProblem(t, reading.box, draft.box.raw)
                  : sayRule(t, reading.problems[path])}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Ticket ticket={ticket} detail="full" onChange={(part) => show(stepOfPart[part])} />
    </div>
  )
}

function sayField(t: TFunction, path: DraftPath): string {
  return isPersonal(path)
    ? t(`activation.customer.${path.slice('customer.'.length) as CustomerField}`)
    : t(`activation.fields.${path}`)
}

function isPersonal(path: DraftPath): path is `customer.${CustomerField}` {
  return path.startsWith('customer.')
}

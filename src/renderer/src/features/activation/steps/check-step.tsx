import { CircleAlert } from 'lucide-react'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { CustomerField } from '../../../../../shared/domain/customer.ts'
import { t } from '../../../locale.ts'
import { sayRule } from '../../../ui/say-rule.ts'
import { Ticket, type TicketPart } from '../../ticket/ticket.tsx'
import type { TicketModel } from '../../ticket/ticket-model.ts'
import { sayReadingProblem } from '../../scan/box-text.ts'
import type { DraftPath, DraftReading } from '../draft/read-draft.ts'
import { createsCustomer } from '../draft/creates-customer.ts'
import { stepOfPath, type FormStep } from '../draft/steps.ts'

export interface CheckStepProps {
  readonly draft: Draft
  readonly reading: DraftReading
  readonly ticket: TicketModel
  readonly isReached: boolean
  readonly onGo: (step: FormStep) => void
}

/** The whole ticket as it will be saved, with a link to each field that is still missing or invalid. */
export function CheckStep({ draft, reading, ticket, isReached, onGo }: CheckStepProps) {
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
                  onClick={() => {
                    onGo(stepOfPath(draft.kind, path))
                  }}
                >
                  <FieldName path={path} />
                </button>
                {': '}
                {path === 'box.raw' ? sayReadingProblem(reading.box, draft.box.raw) : sayRule(reading.problems[path])}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Ticket
        ticket={ticket}
        detail="full"
        onChange={(part) => {
          onGo(stepOfPart[part])
        }}
      />
    </div>
  )
}

function FieldName({ path }: { readonly path: DraftPath }) {
  if (isPersonal(path)) return t(`activation.customer.${path.slice('customer.'.length) as CustomerField}`)
  return t(`activation.fields.${path}`)
}

function isPersonal(path: DraftPath): path is `customer.${CustomerField}` {
  return path.startsWith('customer.')
}

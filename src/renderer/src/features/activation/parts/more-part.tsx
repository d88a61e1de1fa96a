import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { t } from '../../../locale.ts'
import { joinClasses } from '../../../ui/join-classes.ts'
import type { DraftPath } from '../draft/read-draft.ts'
import type { ActivationState } from '../use-activation.ts'
import { DraftField, HostnameField } from './draft-field.tsx'
import { PersonFields, typedFields } from './person-fields.tsx'
import { asksForLength, LengthFields, LogInChoice } from './plan-part.tsx'

/** What is seldom changed: values with defaults, the length of the plan, the credentials, the model. Closed at first. */
export function MorePart({ activation }: { readonly activation: ActivationState }) {
  const { draft, reading, connection, isMoreOpen, setMoreOpen } = activation
  const id = useId()
  const isNew = draft.kind === 'new-customer'
  const hasBox = draft.withoutBox !== true
  return (
    <section className="grid gap-4 border-t border-line pt-2">
      <h2>
        <button
          type="button"
          aria-expanded={isMoreOpen}
          aria-controls={id}
          className="flex min-h-9 items-center gap-1.5 rounded-small pe-2 font-semibold hover:text-accent"
          onClick={() => setMoreOpen(!isMoreOpen)}
        >
          <ChevronRight
            aria-hidden
            size="1rem"
            className={joinClasses('transition-transform', isMoreOpen ? 'rotate-90' : 'rtl:rotate-180')}
          />
          {t(isNew ? 'activation.more.new' : 'activation.more.other')}
        </button>
      </h2>
      <div id={id} className="grid gap-5" hidden={!isMoreOpen}>
        {isMoreOpen ? (
          <>
            {isNew ? <PersonFields activation={activation} isMore /> : undefined}
            {isNew && !asksForLength(draft.plan.productid, connection.products) ? (
              <LengthFields plan={draft.plan} />
            ) : undefined}
            {draft.kind === 'new-customer' && hasBox && connection.hostnames.length > 0 ? (
              <div className="max-w-lg">
                <HostnameField hostnames={connection.hostnames} isNeeded={false} />
              </div>
            ) : undefined}
            {isNew ? (
              <div className="@container">
                <LogInChoice logIn={draft.logIn} isPlatformIssued={reading.isPlatformIssued} />
              </div>
            ) : undefined}
            {hasBox ? (
              <div className="max-w-80">
                <DraftField
                  name="box.model"
                  label={t('activation.box.model')}
                  optional={t('ui.optional')}
                  hint={
                    connection.defaultModel === ''
                      ? undefined
                      : t('activation.box.modelHint', { model: connection.defaultModel })
                  }
                />
              </div>
            ) : undefined}
          </>
        ) : undefined}
      </div>
    </section>
  )
}

/** Whether a field stands in this part, and not in sight. */
export function isInMore(
  path: DraftPath,
  { draft, connection }: Pick<ActivationState, 'draft' | 'connection'>,
): boolean {
  if (path === 'box.model') return true
  if (path === 'hostname')
    return draft.kind === 'new-customer' && draft.withoutBox !== true && connection.hostnames.length > 0
  if (path.startsWith('logIn.')) return draft.kind === 'new-customer'
  if (path.startsWith('customer.')) return !typedFields(connection).some((field) => path === `customer.${field}`)
  return (
    path.startsWith('plan.') && path !== 'plan.productid' && !asksForLength(draft.plan.productid, connection.products)
  )
}

import { Router as BoxIcon, UserRound } from 'lucide-react'
import { Link } from 'wouter'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import type { CustomerRow } from '../../../../../shared/domain/customer/customer-view.ts'
import { t } from '../../../locale.ts'
import { customerPath, queuePath } from '../../../routes.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { useNow } from '../../../state/use-now.ts'
import { useRead } from '../../../state/use-read.ts'
import { StateChip } from '../../../ui/state-chip.tsx'
import { Identifier } from '../../ticket/identifier.tsx'
import { CustomerStatusChip, nameOf, sayAge } from '../say-customer.tsx'
import { mayBeIdentifier } from './list-source.ts'

type Hits = Response<'customers.direct'>

/** In milliseconds, after which a typed text is looked up. */
const pause = 350

/** Looks up a text that may be an identifier, once typing pauses. */
export function useDirectHits(text: string): Hits | undefined {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = mayBeIdentifier(text) ? { slot: 'customer-direct', text } : undefined
  return useRead('customers.direct', request, { scope, delay: pause }).value
}

/** What one identifier leads to: a customer by user ID or mapping ID, and this computer's knowledge of a box. */
export function DirectHits({ hits }: { readonly hits: Hits | undefined }) {
  const now = useNow()
  if (hits === undefined) return undefined
  const { customer, by, box, jobs, holders } = hits
  const isBoxUnknown = box?.kind === 'mac' && jobs.length === 0 && holders.length === 0
  if (customer === undefined && jobs.length === 0 && holders.length === 0 && !isBoxUnknown) return undefined
  return (
    <section aria-label={t('customers.direct.label')} aria-live="polite" className="grid shrink-0 gap-2 px-5">
      {customer === undefined || by === undefined ? undefined : (
        <CustomerHit customer={customer} note={t(`customers.direct.${by}`)} />
      )}
      {holders.map((holder) => (
        <CustomerHit
          key={holder.userid ?? holder.customermappingid}
          customer={holder}
          note={t('customers.direct.holder', { age: sayAge(holder.at ?? now, now) })}
        />
      ))}
      {jobs.map((job) => (
        <Link key={job.id} href={queuePath('all', job.id)} className={hitLook}>
          <BoxIcon aria-hidden size="1.25rem" className="shrink-0 text-soft" />
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate font-semibold">
              {job.customerName ?? job.userid ?? job.hostname}
            </span>
            <span className="block text-small text-soft">{t('customers.direct.job')}</span>
          </span>
          <StateChip state={job.state} why={job.why?.code} />
        </Link>
      ))}
      {box === undefined || (customer !== undefined && jobs.length + holders.length === 0) ? undefined : (
        <p className="text-small text-soft">
          {isBoxUnknown ? (
            <>
              <Identifier identifier={box} />: {t('customers.direct.boxUnknown')}{' '}
            </>
          ) : undefined}
          {t('customers.direct.boxNote')}
        </p>
      )}
    </section>
  )
}

const hitLook =
  'flex items-center gap-3 rounded-large border border-line bg-surface px-4 py-2.5 text-ink no-underline shadow-lift transition-colors hover:bg-sunken'

function CustomerHit({ customer, note }: { readonly customer: CustomerRow; readonly note: string }) {
  return (
    <Link href={customerPath(customer)} data-direct={customer.userid} className={hitLook}>
      <UserRound aria-hidden size="1.25rem" className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {nameOf(customer) ?? customer.userid}
        </span>
        <span className="block text-small text-soft">{note}</span>
      </span>
      {customer.status === undefined ? undefined : <CustomerStatusChip status={customer.status} />}
    </Link>
  )
}

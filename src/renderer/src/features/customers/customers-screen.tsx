import { UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { readCustomerPath } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { CustomerFinder } from './customer-finder.tsx'
import { CustomerPage } from './customer-page.tsx'

/** Finds customers on the platform. The open one is shown beside the list, or in its place in a small window. */
export function CustomersScreen() {
  const { t } = useTranslation()
  const { first, second } = useParams<{ readonly first?: string; readonly second?: string }>()
  const open = readCustomerPath(first, second)
  // Part of the keys, so that nothing from another connection stays on screen.
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const key = open.userid ?? open.customermappingid
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] wide:grid-cols-[minmax(0,1fr)_minmax(28rem,42%)] print:block">
      <h1 className="sr-only">{t('customers.title')}</h1>
      <div className={joinClasses('min-h-0 overflow-auto print:hidden', key !== undefined && 'max-wide:hidden')}>
        <CustomerFinder key={connectionId} open={open} />
      </div>
      <aside
        aria-label={t('customers.one')}
        className={joinClasses(
          'min-h-0 overflow-auto border-line bg-surface wide:border-l',
          key === undefined && 'max-wide:hidden',
        )}
      >
        {key === undefined ? (
          <div className="grid h-full place-items-center">
            <EmptyState icon={UserRound} title={t('customers.choose')}>
              {t('customers.chooseNote')}
            </EmptyState>
          </div>
        ) : (
          <CustomerPage
            key={`${connectionId ?? ''} ${key}`}
            userid={open.userid ?? ''}
            customermappingid={open.customermappingid ?? ''}
          />
        )}
      </aside>
    </div>
  )
}

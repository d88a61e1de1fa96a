import { Network } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'wouter'
import { hostnamePath } from '../../routes.ts'
import { useActiveConnection } from '../../state/desk.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BoxList } from './box-list.tsx'
import { HostnameChoice } from './hostname-choice.tsx'
import { PilePanel } from './pile-panel.tsx'
import { useHostnameList } from './use-hostname-list.ts'

/** Which boxes are under a hostname, which of a pile are not, and putting those there. */
export function HostnamesScreen() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { hostname: named } = useParams<{ readonly hostname?: string }>()
  const connection = useActiveConnection()?.settings
  const hostnames = connection?.hostnames ?? []
  const hostname = named ?? hostnames[0]
  const known = useHostnameList(hostname)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 px-5 py-4">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-title font-semibold">{t('hostnames.title')}</h1>
          <p className="text-soft">{t('hostnames.note')}</p>
        </div>
        <HostnameChoice
          key={`${connection?.id ?? ''} ${hostname ?? ''}`}
          hostnames={hostnames}
          shown={hostname ?? ''}
          onShow={(chosen) => {
            navigate(hostnamePath(chosen))
          }}
        />
      </header>
      {hostname === undefined ? (
        <EmptyState icon={Network} title={t('hostnames.empty.title')}>
          {t('hostnames.empty.note')}
        </EmptyState>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
          <PilePanel hostname={hostname} known={known} />
          <BoxList key={hostname} hostname={hostname} known={known} />
        </div>
      )}
    </div>
  )
}

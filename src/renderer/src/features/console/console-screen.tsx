import { GraduationCap, TerminalSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import type { CatalogueView } from '../../../../shared/bridge/console-channels.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { teachPath } from '../../routes.ts'
import { useActiveConnection } from '../../state/desk.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { OperationList } from './operation-list.tsx'
import { OperationPanel } from './operation-panel.tsx'
import { TeachScreen } from './teach/teach-screen.tsx'

/** The whole interface for the operator's engineer: its operations in a list, and the chosen one beside it. */
export function ConsoleScreen() {
  const { operation, job } = useParams<{ readonly operation?: string; readonly job?: string }>()
  const connectionId = useActiveConnection()?.settings.id
  return <OfConnection key={connectionId} operation={operation} jobId={job} />
}

/** The catalogue is read again for another connection. */
function OfConnection({
  operation,
  jobId,
}: {
  readonly operation: string | undefined
  readonly jobId: string | undefined
}) {
  const { catalogue, error } = useCatalogue()
  if (error !== undefined)
    return (
      <div className="p-8">
        <ErrorNotice error={error} />
      </div>
    )
  if (catalogue === undefined) return undefined
  if (operation === 'teach') return <TeachScreen catalogue={catalogue} />
  return <Operations catalogue={catalogue} chosen={operation} jobId={jobId} />
}

interface OperationsProps {
  readonly catalogue: CatalogueView
  readonly chosen: string | undefined
  readonly jobId: string | undefined
}

function Operations({ catalogue, chosen, jobId }: OperationsProps) {
  const { t } = useTranslation()
  const call = catalogue.sections.flatMap(({ operations }) => operations).find(({ id }) => id === chosen)
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-start gap-5 p-5 narrow:grid-cols-[17rem_minmax(0,1fr)] wide:gap-8 wide:p-8">
      <div className={joinClasses('grid gap-4 narrow:sticky narrow:top-5', call !== undefined && 'max-narrow:hidden')}>
        <div>
          <h1 className="text-title font-semibold">{t('console.title')}</h1>
          <p className="text-small text-soft">{t('console.note')}</p>
        </div>
        <div>
          <LinkButton to={teachPath}>
            <GraduationCap aria-hidden size="1rem" />
            {t('console.teach.open')}
          </LinkButton>
        </div>
        <OperationList catalogue={catalogue} chosen={chosen} />
      </div>
      {call === undefined ? (
        <div className="rounded-large border border-line bg-surface max-narrow:hidden">
          <EmptyState icon={TerminalSquare} title={t('console.chooseTitle')}>
            {t('console.chooseNote')}
          </EmptyState>
        </div>
      ) : (
        <OperationPanel key={`${call.id} ${jobId ?? ''}`} call={call} jobId={jobId} />
      )}
    </div>
  )
}

/** The catalogue as the connection takes it. */
function useCatalogue() {
  const { run, error } = useCall('console.catalogue')
  const [catalogue, setCatalogue] = useState<CatalogueView | undefined>()
  useEffect(() => {
    const read = async (): Promise<void> => {
      const reply = await run({})
      if (reply.ok) setCatalogue(reply.value)
    }
    void read()
  }, [run])
  return { catalogue, error }
}

import { GraduationCap, TerminalSquare } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'wouter'
import type { CatalogueView, OperationView } from '../../../../shared/bridge/console-channels.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, NotAllowed } from '../../bridge/use-call.tsx'
import { consolePath, fieldMappingPath, paths } from '../../routes.ts'
import { useActiveConnection, usePolicy } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { clsx } from 'clsx'
import { BackLink, LinkButton } from '../../ui/button.tsx'
import { CodeName, InterfaceWords } from './values-form.tsx'
import { EffectMark, OperationPanel } from './operation-panel.tsx'
import { MapScreen } from './field-mapping/map-screen.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function ConsoleScreen() {
  const connectionId = useActiveConnection()?.settings.id
  return <ConnectionConsole key={connectionId} />
}

/** Each connection has its own catalogue. */
function ConnectionConsole() {
  const { operation, job } = useParams<{ readonly operation?: string; readonly job?: string }>()
  const policy = usePolicy()
  const { value: catalogue, error } = useRead('console.catalogue', {})
  if (!policy.console)
    return (
      <div className="grid gap-2 p-8">
        <BackLink to={paths.settings}>{t('frame.settings')}</BackLink>
        <h1 className="text-title font-semibold">{t('console.title')}</h1>
        <NotAllowed field="console" />
      </div>
    )
  if (error !== undefined)
    return (
      <div className="p-8">
        <ErrorNotice error={error} />
      </div>
    )
  if (catalogue === undefined) return undefined
  if (operation === 'field-mapping') return <MapScreen catalogue={catalogue} />
  return <Operations catalogue={catalogue} chosen={operation} jobId={job} />
}

interface OperationListProps {
  readonly catalogue: CatalogueView
  readonly chosen: string | undefined
}

function Operations({ catalogue, chosen, jobId }: OperationListProps & { readonly jobId: string | undefined }) {
  const call = catalogue.sections.flatMap(({ operations }) => operations).find(({ id }) => id === chosen)
  return (
    <div className="mx-auto grid max-w-7xl grid-cols-[minmax(0,1fr)] items-start gap-5 p-5 narrow:grid-cols-[17rem_minmax(0,1fr)] wide:gap-8 wide:p-8">
      <div className={clsx('grid gap-4 narrow:sticky narrow:top-5', call !== undefined && 'max-narrow:hidden')}>
        <div>
          <BackLink to={paths.settings} className="mb-2">
            {t('frame.settings')}
          </BackLink>
          <h1 className="text-title font-semibold">{t('console.title')}</h1>
          <p className="text-small text-soft">{t('console.note')}</p>
        </div>
        <div>
          <LinkButton to={fieldMappingPath}>
            <GraduationCap aria-hidden size="1rem" />
            {t('console.fieldMapping.open')}
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

function OperationList({ catalogue, chosen }: OperationListProps) {
  const [wanted, setWanted] = useState('')
  const sections = findOperations(catalogue, wanted)
  const count = sections.reduce((sum, { operations }) => sum + operations.length, 0)
  return (
    <div className="grid gap-3">
      <TextField label={t('console.find')} value={wanted} onChange={setWanted} type="search" />
      <output className="text-small text-soft">
        {count === 0 ? t('console.none') : t('console.found', { count })}
      </output>
      <nav
        aria-label={t('console.operations')}
        className="grid content-start gap-4 narrow:max-h-[calc(100vh-19rem)] narrow:min-h-60 narrow:overflow-y-auto"
      >
        {sections.map(({ section, title, operations }) => (
          <section key={section} aria-labelledby={`section-${section}`}>
            <h2 id={`section-${section}`} className="px-2 text-small font-semibold text-soft">
              <InterfaceWords>{title}</InterfaceWords>
            </h2>
            <ul>
              {operations.map((call) => (
                <li key={call.id}>
                  <OperationLink call={call} isChosen={call.id === chosen} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </div>
  )
}

function OperationLink({ call, isChosen }: { readonly call: OperationView; readonly isChosen: boolean }) {
  return (
    <Link
      href={consolePath(call.id)}
      {...(isChosen ? { 'aria-current': 'page' } : {})}
      className="flex min-h-8 items-center gap-2 rounded-normal px-2 py-1 no-underline transition-colors hover:bg-sunken aria-[current=page]:bg-accent-tint aria-[current=page]:font-semibold aria-[current=page]:text-accent"
    >
      <span className="w-9 shrink-0 font-figures text-small text-soft">{call.method}</span>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <CodeName name={call.id.replace(/_GET$/, '')} />
      </span>
      <EffectMark effect={call.effect} />
    </Link>
  )
}

/**
 * Finds the operations whose name, path, summary or parameters contain every word of `wanted`. Returns all operations for an empty text.
 */
export function findOperations({ sections }: CatalogueView, wanted: string): CatalogueView['sections'] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return sections
    .map((section) => ({
      ...section,
      operations: section.operations.filter(({ method, path, id, summary, parameters }) => {
        const text = [method, path, id, summary, ...parameters.map(({ name }) => name)].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ operations }) => operations.length > 0)
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { CatalogueView, OperationView } from '../../../../shared/bridge/console-channels.ts'
import { consolePath } from '../../routes.ts'
import { TextField } from '../../ui/text-field.tsx'
import { CodeName } from './code-name.tsx'
import { EffectMark } from './effect-mark.tsx'

interface OperationListProps {
  readonly catalogue: CatalogueView
  readonly chosen: string | undefined
}

/** All operations by section, narrowed by a word of their name, path or parameters. */
export function OperationList({ catalogue, chosen }: OperationListProps) {
  const { t } = useTranslation()
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
              {title}
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

/** The sections with the operations in whose name, path, summary or parameters every word stands; all of them for no word. */
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

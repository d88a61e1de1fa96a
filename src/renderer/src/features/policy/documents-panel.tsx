import type { DocumentView } from '../../../../shared/domain/fleet-document.ts'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'
import { seesFleet } from '../../state/snapshot-store.ts'
import { Panel } from '../../ui/panel.tsx'
import { PutDocument } from './put-document.tsx'

/** The documents that came to this computer with its fleet, and a supervisor's way to give it more. Nothing outside of a fleet. */
export function DocumentsPanel() {
  const documents = useSnapshot(({ fleet }) => fleet?.documents) ?? []
  const maySupervise = useSnapshot(seesFleet)
  if (documents.length === 0 && !maySupervise) return undefined
  return (
    <Panel title={t('settings.documents.title')} note={t('settings.documents.note')}>
      <ul className="grid divide-y divide-line">
        {documents.map((document) => (
          <Line key={`${document.kind} ${document.name} ${document.state}`} document={document} />
        ))}
      </ul>
      {maySupervise ? <PutDocument /> : undefined}
    </Panel>
  )
}

function Line({ document: { kind, name, serial, state, problem } }: { readonly document: DocumentView }) {
  const reason =
    problem !== undefined
      ? t(`settings.documents.problems.${problem}`)
      : state === 'waiting'
        ? t('settings.documents.quiet')
        : undefined
  return (
    <li className="grid gap-1 py-3" data-state={state}>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <span className="[overflow-wrap:anywhere]">
          <bdi>{name}</bdi> <span className="text-small text-soft">{t(`settings.documents.kinds.${kind}`)}</span>
        </span>
        <span className="text-soft">
          <span className="tabular-nums">{t('settings.documents.serial', { serial })}</span>{' '}
          {t(`settings.documents.states.${state}`)}
        </span>
      </div>
      {reason === undefined ? undefined : <p className="text-small text-soft">{reason}</p>}
    </li>
  )
}

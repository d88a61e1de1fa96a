import { useEffect, useRef, useState } from 'react'
import type { WhoView } from '../../../../shared/bridge/snapshot.ts'
import { useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TechnicianDialog, type TechnicianTask } from './technician-dialog.tsx'
import { joinWords, t } from '../../locale.ts'

type ListedTechnician = WhoView['technicians'][number]

/** The technicians of this computer. The supervisor changes the list; others change their own PIN. */
export function TechniciansPanel() {
  const { technicians, current } = useSnapshot(({ who }) => who)
  const [task, setTask] = useState<TechnicianTask>()
  const isSupervisor = technicians.some((one) => one.id === current && one.isSupervisor)
  const isNew = technicians.length === 0
  const main = useRef<HTMLDivElement>(null)
  const [removed, setRemoved] = useState(0)
  // The button that opened the question is gone with its technician.
  useEffect(() => {
    if (removed > 0) main.current?.querySelector('button')?.focus()
  }, [removed])
  return (
    <Panel title={t('who.technicians.title')} note={isNew ? undefined : t('who.technicians.note')}>
      <div className="grid gap-4">
        {isNew ? (
          <>
            <p>{t('who.technicians.none')}</p>
            <p>{t('who.technicians.noneMore')}</p>
          </>
        ) : (
          <ul className="grid">
            {technicians.map((technician) => (
              <TechnicianRow
                key={technician.id}
                technician={technician}
                isHere={technician.id === current}
                isChangeable={isSupervisor}
                isRemovable={isSupervisor && (!technician.isSupervisor || technicians.length === 1)}
                onTask={setTask}
              />
            ))}
          </ul>
        )}
        {isSupervisor && technicians.length > 1 ? (
          <p className="text-soft">{t('who.technicians.lastOfAll')}</p>
        ) : undefined}
        <div ref={main}>
          {isNew || isSupervisor ? (
            <Button variant="primary" onPress={() => setTask({ kind: 'add' })}>
              {t(isNew ? 'who.technicians.setUp' : 'who.tasks.add.title')}
            </Button>
          ) : (
            <p className="text-soft">{t('who.technicians.ask')}</p>
          )}
        </div>
      </div>
      {task === undefined ? undefined : (
        <TechnicianDialog
          task={task}
          onClose={() => setTask(undefined)}
          onDone={() => {
            setTask(undefined)
            if (task.kind === 'remove') setRemoved(removed + 1)
          }}
        />
      )}
    </Panel>
  )
}

interface TechnicianRowProps {
  readonly technician: ListedTechnician
  readonly isHere: boolean
  readonly isChangeable: boolean
  readonly isRemovable: boolean
  readonly onTask: (task: TechnicianTask) => void
}

function TechnicianRow({ technician, isHere, isChangeable, isRemovable, onTask }: TechnicianRowProps) {
  const { name, isSupervisor } = technician
  const marks = joinWords([
    isSupervisor ? t('who.technicians.supervisor') : undefined,
    isHere ? t('who.technicians.here') : undefined,
  ])
  const kinds = (['rename', 'set-pin', 'remove'] as const).filter((kind) => {
    if (kind === 'remove') return isRemovable
    return isChangeable || (kind === 'set-pin' && isHere)
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-semibold">{name}</span>
        {marks === '' ? undefined : <span className="block text-small text-soft">{marks}</span>}
      </span>
      <span className="flex flex-wrap gap-2">
        {kinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            aria-label={t('who.tasks.of', { action: t(`who.tasks.${kind}.open`), name })}
            onPress={() => onTask({ kind, technician })}
          >
            {t(`who.tasks.${kind}.open`)}
          </Button>
        ))}
      </span>
    </li>
  )
}

import { ClipboardCheck, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { Task } from '../../../../shared/bridge/customer-channels.ts'
import { customerPath } from '../../routes.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen, useNow } from '../../ui/format-time.ts'
import { StateChip } from '../../ui/state-chip.tsx'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { joinWords, t } from '../../locale.ts'

/** Milliseconds between a change of a job and the next read of the tasks. Jobs change in groups, so one read covers a whole group. */
const pause = 300

/** Milliseconds after a press. A press within this time is the second one of a double click, and undoes nothing. */
const doublePress = 500

/**
 * The tasks to do by hand in the platform's console. Tasks that were ticked off in the last day are included, so that the tick can be
 * undone. With `userid`, lists only the tasks of that customer. Otherwise lists all tasks, with links to their customers. Renders nothing
 * if there are no tasks.
 */
export function TaskList({ userid }: { readonly userid?: string }) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = userid === undefined ? {} : { userid }
  const { value, refresh } = useRead('task.list', scope === undefined ? undefined : request, {
    scope,
    follows: { pause },
  })
  const tasks = value?.tasks ?? []
  if (tasks.length === 0) return undefined
  const open = tasks.filter(({ doneAt }) => doneAt === undefined).length
  return (
    <section
      aria-labelledby="open-tasks"
      className="overflow-clip rounded-large border border-line border-s-4 border-s-needs-you bg-surface"
    >
      <h2 id="open-tasks" className="flex items-center gap-2 px-5 pt-3 pb-1 text-small font-semibold text-needs-you">
        <ClipboardCheck aria-hidden size="1rem" />
        {open === 0 ? t('actions.tasks.allDone') : t('actions.tasks.title', { count: open })}
      </h2>
      <ul>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} hasLink={userid === undefined} onTick={refresh} />
        ))}
      </ul>
    </section>
  )
}

function TaskRow(props: { readonly task: Task; readonly hasLink: boolean; readonly onTick: () => unknown }) {
  const now = useNow()
  const { task, hasLink, onTick } = props
  const { id, userid, box, doneAt, jobState, createdAt } = task
  const isDone = doneAt !== undefined
  const isReady = jobState === 'done' || jobState === 'unconfirmed'
  const ticking = useCall('task.tick')
  const pressedAt = useRef(-Infinity)
  const tick = async (): Promise<void> => {
    const isSecond = performance.now() - pressedAt.current < doublePress
    pressedAt.current = performance.now()
    if (isSecond) return
    const reply = await ticking.run({ id, isDone: !isDone })
    if (reply.ok) await onTick()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <div className={isDone ? 'min-w-0 flex-1 basis-64 text-soft' : 'min-w-0 flex-1 basis-64'}>
        <p className={isDone ? 'line-through' : 'font-semibold'}>
          {t('actions.tasks.unbind', { box: box.id, userid })}
        </p>
        <p className="text-small text-soft">
          {joinWords([box.model, t('actions.tasks.since', { time: formatWhen(createdAt, now) })])}
          {isDone || isReady ? undefined : ` · ${t('actions.tasks.newBoxFirst')}`}
        </p>
      </div>
      {isDone || isReady ? undefined : <StateChip state={jobState} />}
      {hasLink ? (
        <Link href={customerPath({ userid })} className="font-semibold text-accent no-underline">
          {t('actions.tasks.customer')}
        </Link>
      ) : undefined}
      <Button
        size="small"
        variant={isDone ? 'quiet' : 'plain'}
        aria-label={t(`actions.tasks.${isDone ? 'undoOf' : 'doneOf'}`, { box: box.id })}
        isBusy={ticking.isBusy}
        onPress={() => void tick()}
      >
        {isDone ? <Undo2 aria-hidden size="0.875rem" /> : undefined}
        {t(`actions.tasks.${isDone ? 'undo' : 'done'}`)}
      </Button>
      <ErrorNotice error={ticking.error} />
    </li>
  )
}

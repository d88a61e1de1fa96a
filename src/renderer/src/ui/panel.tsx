import { useId, type ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'

interface PanelProps {
  readonly title?: string
  readonly note?: ReactNode
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Leaves out the inner padding, for a list that reaches the edges. */
  readonly flush?: boolean
}

export function Panel({ title, note, aside, children, flush = false }: PanelProps) {
  const id = useId()
  return (
    <section
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
      className="overflow-clip rounded-large border border-line bg-surface"
    >
      {title === undefined ? undefined : (
        <header className={joinClasses('flex flex-wrap items-center justify-between gap-2 px-5 pt-4', flush && 'pb-3')}>
          <div className="min-w-0">
            <h2 id={id} className="text-lead font-semibold">
              {title}
            </h2>
            {note === undefined ? undefined : <p className="text-small text-soft">{note}</p>}
          </div>
          {aside}
        </header>
      )}
      <div className={flush ? '' : 'px-5 pt-4 pb-5'}>{children}</div>
    </section>
  )
}

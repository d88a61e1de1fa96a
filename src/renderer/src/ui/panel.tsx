import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react'
import { clsx } from 'clsx'

interface PanelProps {
  readonly title?: string
  readonly note?: ReactNode
  /** Shown at the end of the title's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** Leaves out the inner padding, for a list that reaches the edges. */
  readonly flush?: boolean
  /** Whether the heading takes the focus that `useLanding` moves. */
  readonly lands?: boolean
}

export function Panel({ title, note, aside, children, flush = false, lands = false }: PanelProps) {
  const id = useId()
  return (
    <section
      {...(title === undefined ? {} : { 'aria-labelledby': id })}
      className="overflow-clip rounded-large border border-line bg-surface"
    >
      {title === undefined ? undefined : (
        <header className={clsx('flex flex-wrap items-center justify-between gap-2 px-5 pt-4', flush && 'pb-3')}>
          <div className="min-w-0">
            <h2
              id={id}
              className="text-lead font-semibold outline-none"
              {...(lands && { tabIndex: -1, 'data-lands': true })}
            >
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

interface FactProps {
  readonly name: string
  readonly note?: string | undefined
  readonly className?: string
  readonly children: ReactNode
}

/** One entry of a description list: a name, and below it the value. */
export function Fact({ name, note, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-small text-soft">{name}</dt>
      <dd className="select-text [overflow-wrap:anywhere]">
        {children}
        {note === undefined ? undefined : <span className="block text-small text-soft">{note}</span>}
      </dd>
    </div>
  )
}

/**
 * Moves the focus to the heading of the panel with `lands` when a new `stage` has removed or disabled the control that had the focus.
 * Otherwise the keyboard would start at the top of the page again. Does nothing if the new or the former `stage` is undefined.
 */
export function useLanding(place: RefObject<HTMLElement | null>, stage: string | undefined): void {
  const before = useRef(stage)
  useEffect(() => {
    const was = before.current
    before.current = stage
    if (was === stage || was === undefined || stage === undefined) return
    if (document.activeElement?.matches('body, :disabled, [aria-disabled="true"]') !== true) return
    place.current?.querySelector<HTMLElement>('[data-lands]')?.focus()
  }, [place, stage])
}

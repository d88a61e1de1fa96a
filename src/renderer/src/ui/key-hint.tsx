import { Fragment } from 'react'
import { joinClasses } from './join-classes.ts'

/** Shows the keys of a shortcut as key caps, such as `Ctrl+K`. `on` is the background behind them. */
export function KeyHint({ keys, on = 'surface' }: { readonly keys: string; readonly on?: 'surface' | 'accent' }) {
  return (
    <span className="inline-flex items-center gap-1" aria-hidden>
      {keys.split('+').map((key) => (
        <Fragment key={key}>
          <kbd
            className={joinClasses(
              'rounded-small border px-1.5 font-figures text-small font-normal',
              on === 'accent' ? 'border-on-accent/50 text-on-accent' : 'border-line bg-surface text-soft',
            )}
          >
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}

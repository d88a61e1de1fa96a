import { Fragment } from 'react'
import type { OperationView } from '../../../../shared/bridge/console-channels.ts'
import { t } from '../../locale.ts'
import { joinClasses } from '../../ui/join-classes.ts'

/** A name of the interface that may wrap only before a capital letter or an underscore. */
export function CodeName({ name }: { readonly name: string }) {
  return (
    <span translate="no">
      {name.split(/(?=[A-Z_])/).map((part, index) => (
        <Fragment key={`${String(index)} ${part}`}>
          {index > 0 ? <wbr /> : undefined}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

/** What an operation does to the platform, in one word. Operations that change something are highlighted. */
export function EffectMark({ effect }: { readonly effect: OperationView['effect'] }) {
  return (
    <span
      className={joinClasses(
        'shrink-0 rounded-small px-2 text-small font-normal',
        effect === 'read' ? 'bg-sunken text-soft' : 'bg-needs-you-tint text-needs-you',
      )}
    >
      {t(`console.effects.${effect}`)}
    </span>
  )
}

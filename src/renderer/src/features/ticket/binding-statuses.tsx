import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
} from 'lucide-react'
import type { BindingStatus } from '../../../../shared/domain/job.ts'
import { t } from '../../locale.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { lacksHostname, useHostnames } from './hostnames.ts'
import type { TicketModel } from './ticket-model.ts'

type Light = BindingStatus | 'missing'

const looks: Readonly<Record<Light, { readonly icon: LucideIcon; readonly word: string; readonly ground: string }>> = {
  'not-asked-for': { icon: CircleMinus, word: 'text-soft', ground: 'border-line bg-surface' },
  missing: { icon: CircleAlert, word: 'text-needs-you', ground: 'border-needs-you/40 bg-needs-you-tint' },
  'not-yet': { icon: Circle, word: 'text-soft', ground: 'border-line bg-surface' },
  on: { icon: CircleCheck, word: 'text-done', ground: 'border-done/40 bg-done-tint' },
  off: { icon: CircleX, word: 'text-needs-you', ground: 'border-needs-you/40 bg-needs-you-tint' },
  unread: { icon: CircleQuestionMark, word: 'text-unconfirmed', ground: 'border-unconfirmed/40 bg-unconfirmed-tint' },
}

interface BindingStatusesProps {
  readonly ticket: TicketModel
  readonly size?: 'normal' | 'large'
}

/** The status lights of a box's two bindings, each read from the platform's own list. A box works only with both bindings. */
export function BindingStatuses({ ticket, size = 'normal' }: BindingStatusesProps) {
  const hostnames = useHostnames(ticket.connectionId)
  return (
    <div className="@container">
      <ul className={`grid gap-2 ${size === 'large' ? '@min-[26rem]:grid-cols-2' : '@min-[20rem]:grid-cols-2'}`}>
        <Lamp light={ticket.customerBinding} name={t('ticket.bindingStatus.customer')} size={size} />
        <Lamp
          light={lacksHostname(ticket, hostnames) ? 'missing' : ticket.hostnameBinding}
          name={t('ticket.bindingStatus.operator')}
          detail={ticket.hostname}
          size={size}
        />
      </ul>
    </div>
  )
}

function Lamp(props: {
  readonly light: Light
  readonly name: string
  readonly detail?: string | undefined
  readonly size: 'normal' | 'large'
}) {
  const { icon: Icon, word, ground } = looks[props.light]
  const large = props.size === 'large'
  return (
    <li
      data-light={props.light}
      className={joinClasses(
        'grid min-w-0 content-start rounded-normal border transition-colors',
        large ? 'gap-1 px-4 py-3' : 'gap-0.5 px-2.5 py-2',
        ground,
      )}
    >
      <span className={large ? 'text-body' : 'text-small'}>{props.name}</span>
      <span className={joinClasses('flex items-start gap-1.5 font-semibold', large ? 'text-lead' : 'text-small', word)}>
        <Icon
          aria-hidden
          size={large ? 20 : 14}
          strokeWidth={2.2}
          className={large ? 'mt-0.5 shrink-0' : 'mt-px shrink-0'}
        />
        <span className="min-w-0">{t(`ticket.bindingStatus.${props.light}`)}</span>
      </span>
      {props.detail === undefined ? undefined : (
        <span className="font-figures text-small [overflow-wrap:anywhere] text-soft">{props.detail}</span>
      )}
    </li>
  )
}

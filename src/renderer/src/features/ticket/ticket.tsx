import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleMinus,
  CircleQuestionMark,
  CircleX,
  type LucideIcon,
  PenLine,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { creationFlags, type CreationOptions, creationTexts } from '../../../../shared/domain/customer/creation.ts'
import { joinWords, t } from '../../locale.ts'
import { formatToldDay } from '../../ui/format-time.ts'
import { clsx } from 'clsx'
import { GroupedLogIn, LogInWords } from './log-in-card.tsx'
import { DeviceLabel } from './device-label.tsx'
import type { TicketLength, TicketLogIn, TicketModel, TicketOrder, TicketPlan } from './ticket-model.ts'
import type { BindingStatus, JobState, WhyCode } from '../../../../shared/domain/job.ts'
import { sayState, StateChip, stateLooks } from '../../ui/state-chip.tsx'
import { hasBindings, lacksHostname, sayWithoutHostname, useHostnames } from './job-chip.tsx'

interface TicketProps {
  readonly ticket: TicketModel
  /** `full`: every field that is sent. `brief`: enough to recognize the ticket. */
  readonly detail?: 'brief' | 'full'
  /** Leaves out the credentials. Set if the screen shows the credentials beside the ticket. */
  readonly withoutLogIn?: boolean
  /** Shown below everything else, for example whether the draft is stored. */
  readonly foot?: ReactNode
}

export function Ticket({ ticket, detail = 'brief', withoutLogIn = false, foot }: TicketProps) {
  const full = detail === 'full'
  // The part below the perforation is for the customer.
  const hasStub = !withoutLogIn && ticket.logIn?.kind !== 'none' && ticket.order === undefined
  const told = [
    ['ticket.status', ticket.customerStatus],
    ['ticket.endDate', ticket.endDate && formatToldDay(ticket.endDate)],
  ] as const
  return (
    <section aria-label={t('ticket.title')} className="ticket">
      <div className={'ticket-body px-4 py-3'}>
        <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-2">
          <p className="text-small text-soft">
            <span className="font-semibold tracking-wider uppercase">{t('ticket.title')}</span>
            {ticket.reference === undefined ? undefined : (
              <span className="ms-1.5">
                <span className="font-figures">{ticket.reference}</span>
              </span>
            )}
            <span className="block">{t(ticket.withoutBox ? 'ticket.withoutBox' : `queue.kinds.${ticket.kind}`)}</span>
          </p>
          {ticket.state === 'draft' ? (
            <DraftChip />
          ) : hasBindings(ticket) && (ticket.state === 'done' || ticket.state === 'unconfirmed') ? (
            <BoxStamp ticket={ticket} state={ticket.state} />
          ) : (
            <Stamp state={ticket.state} why={ticket.why} />
          )}
        </header>
        <dl className="grid gap-x-6 gap-y-3 pt-3">
          {hasBindings(ticket) ? (
            <Part name="box">
              {ticket.box === undefined ? <Blank /> : <DeviceLabel deviceLabel={ticket.box} size="small" />}
            </Part>
          ) : undefined}
          <Part name="customer">
            <CustomerLines ticket={ticket} full={full} />
          </Part>
          {ticket.order === undefined ? undefined : (
            <Part name="order">
              <OrderLines order={ticket.order} />
            </Part>
          )}
          {ticket.kind === 'new-customer' ? (
            <Part name="plan">
              <PlanLines plan={ticket.plan} full={full} />
            </Part>
          ) : undefined}
          {ticket.options !== undefined && saysCreation(ticket.options) ? (
            <Part name="creation">
              <CreationLines options={ticket.options} />
            </Part>
          ) : undefined}
          {told.map(([title, says]) =>
            says === undefined ? undefined : (
              <div key={title}>
                <dt className="text-small text-soft">{t(title)}</dt>
                <dd className="font-semibold tabular-nums">{says}</dd>
              </div>
            ),
          )}
          {hasBindings(ticket) ? (
            <div>
              <dt className="mb-1 text-small text-soft">{t('ticket.bindings')}</dt>
              <dd>
                <BindingStatuses ticket={ticket} />
              </dd>
            </div>
          ) : undefined}
        </dl>
        {hasStub || foot === undefined ? undefined : <footer className="mt-3">{foot}</footer>}
      </div>
      {hasStub ? (
        <div className={'ticket-stub px-4 py-3'}>
          <dl>
            <Part name="logIn">
              <LogInLines logIn={ticket.logIn} full={full} />
            </Part>
          </dl>
          {foot === undefined ? undefined : <footer className="mt-3">{foot}</footer>}
        </div>
      ) : undefined}
    </section>
  )
}

const titles = {
  box: 'ticket.box',
  customer: 'ticket.customer',
  plan: 'ticket.plan',
  creation: 'activation.options.title',
  logIn: 'ticket.logIn',
  order: 'ticket.order',
} as const satisfies Readonly<Record<string, string>>

function Part({ name, children }: { readonly name: keyof typeof titles; readonly children: ReactNode }) {
  return (
    <div data-part={name} className="min-w-0">
      <dt className="mb-0.5 text-small text-soft">{t(titles[name])}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function DraftChip() {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-small bg-sunken px-2 py-0.5 text-small font-semibold">
      <PenLine aria-hidden size={12} />
      {t('ticket.draft')}
    </span>
  )
}

function Blank() {
  return <span className="text-soft">{t('ticket.notYet')}</span>
}

function CustomerLines({ ticket, full }: { readonly ticket: TicketModel; readonly full: boolean }) {
  if (ticket.kind === 'hostname') return <span className="text-soft">{t('ticket.noCustomer')}</span>
  const { customer } = ticket
  if (customer === undefined) return <Blank />
  const lines = full ? [...customer.address, ...customer.reach] : customer.reach.slice(0, 1)
  return (
    <>
      {customer.name === undefined ? undefined : <span className="block font-semibold">{customer.name}</span>}
      {customer.userid === undefined ? undefined : (
        <span className={customer.name === undefined ? 'block font-semibold' : 'block text-small text-soft'}>
          {t('ticket.existing', { userid: customer.userid })}
        </span>
      )}
      {ticket.order !== undefined && ticket.logIn?.kind === 'known' ? (
        <SoftLine>{t(ticket.logIn.hasPassword ? 'ticket.passwordKnown' : 'ticket.passwordUnknown')}</SoftLine>
      ) : undefined}
      {lines.map((line) => (
        <span key={line} className={clsx('block', !full && 'text-small text-soft')}>
          {/* In a right-to-left language, an address or a phone number keeps its own direction. */}
          <bdi>{line}</bdi>
        </span>
      ))}
    </>
  )
}

/** `say` can translate into a language other than the screen's. */
export function OrderLines({ order, say }: { readonly order: TicketOrder; readonly say?: typeof t }) {
  const { main, more } = sayOrder(order, say)
  return (
    <>
      <span className="block font-semibold">{main}</span>
      {more.map((line) => (
        <SoftLine key={line}>{line}</SoftLine>
      ))}
    </>
  )
}

export function SoftLine({ children }: { readonly children: string }) {
  return <span className="block text-small text-soft">{children}</span>
}

/** Returns the action in words. `main` is the first line, and `more` has a line for each detail. */
export function sayOrder(
  order: TicketOrder,
  say: typeof t = t,
): { readonly main: string; readonly more: readonly string[] } {
  switch (order.kind) {
    case 'renewal':
      return { main: sayLength(order.length, say), more: [say(`ticket.from.${order.from}`)] }
    case 'product-change': {
      const { name, productid } = order.product
      const product = say('ticket.product', { productid })
      const length = `${sayLength(order.length, say)}, ${say(`ticket.from.${order.from}`)}`
      const extra = order.keepsExtraPackages ? [say('ticket.keepsExtraPackages')] : []
      return { main: name ?? product, more: [...(name === undefined ? [] : [product]), length, ...extra] }
    }
    case 'disable':
    case 'enable':
      return { main: say(`ticket.${order.kind}.what`), more: [say(`ticket.${order.kind}.means`)] }
    case 'console':
      return { main: order.operation, more: order.values.map(([name, value]) => `${name} = ${value}`) }
  }
}

/** Returns a length such as `12 months` or `3 days`. If the length is undefined, returns a text which says that no length is chosen. */
export function sayLength(length: TicketLength | undefined, say: typeof t = t): string {
  return length === undefined ? say('ticket.noLength') : say(`ticket.${length.unit}`, { count: length.count })
}

function PlanLines({ plan, full }: { readonly plan: TicketPlan | undefined; readonly full: boolean }) {
  if (plan === undefined) return <Blank />
  const { length, name, productid, renewalinterval } = plan
  const words = [sayLength(length), renewalinterval > 0 ? t('ticket.renews', { count: renewalinterval }) : '']
  return (
    <>
      <span className="block font-semibold">{name ?? t('ticket.product', { productid })}</span>
      <span className={clsx('block', !full && 'text-small text-soft')}>{joinWords(words, ', ')}</span>
      {full && name !== undefined ? <SoftLine>{t('ticket.product', { productid })}</SoftLine> : undefined}
    </>
  )
}

function LogInLines({ logIn, full }: { readonly logIn: TicketLogIn | undefined; readonly full: boolean }) {
  switch (logIn?.kind) {
    case undefined:
    case 'none':
      return <Blank />
    case 'chosen':
      return full ? (
        <LogInWords logIn={logIn} size="normal" />
      ) : (
        <span className="font-figures font-semibold tabular-nums" translate="no">
          <GroupedLogIn userid={logIn.userid} />
        </span>
      )
    case 'known':
      return (
        <>
          <span className="block">{t('ticket.keepsLogIn')}</span>
          <SoftLine>{t(logIn.hasPassword ? 'ticket.passwordKnown' : 'ticket.passwordUnknown')}</SoftLine>
        </>
      )
    case 'platform-issued':
      return <span className="text-soft">{t('ticket.platformIssued')}</span>
    case 'made-when-saved':
      return (
        <>
          {logIn.userid === undefined ? undefined : (
            <span className="block font-figures font-semibold" translate="no">
              {logIn.userid}
            </span>
          )}
          <span className="text-soft">{t('ticket.madeWhenSaved')}</span>
        </>
      )
  }
}

function CreationLines({ options }: { readonly options: CreationOptions }) {
  const texts = (['creation', ...creationTexts] as const).filter((name) => (options[name] ?? '') !== '')
  const flags = creationFlags.filter((name) => options[name] !== undefined)
  return (
    <>
      {texts.map((name) => (
        <span key={name} className="block">
          {t('ticket.creation.text', { name: t(`activation.options.${name}`), value: options[name] })}
        </span>
      ))}
      {flags.map((name) => (
        <span key={name} className="block text-small text-soft">
          {t(options[name] === true ? 'ticket.creation.yes' : 'ticket.creation.no', {
            name: t(`activation.options.${name}`),
          })}
        </span>
      ))}
    </>
  )
}

const saysCreation = (options: CreationOptions): boolean => Object.values(options).some((value) => value !== '')

const finalStates: ReadonlySet<JobState> = new Set(['done', 'unconfirmed', 'refused', 'dropped'])

/** The stamp of a job with a box. A box that was bound without its required hostname gets a warning and no stamp. */
function BoxStamp({ ticket, state }: { readonly ticket: TicketModel; readonly state: JobState }) {
  const word = sayWithoutHostname({ ...ticket, state }, useHostnames(ticket.connectionId))
  if (word === undefined) return <Stamp state={state} why={ticket.why} />
  return (
    <span className={clsx('text-small font-semibold', stateLooks['needs-you'].colour)}>
      {state === 'done' ? t('activation.result.dark') : word}
    </span>
  )
}

/** The state of a job on its ticket: a chip while it is in progress, a stamp once it is final. */
function Stamp({ state, why }: { readonly state: JobState; readonly why?: WhyCode | undefined }) {
  if (!finalStates.has(state)) return <StateChip state={state} />
  const { icon: Icon, colour } = stateLooks[state]
  return (
    <span
      data-state={state}
      className={clsx(
        'stamp inline-flex items-center gap-1.5 rounded-small border-2 border-current px-2 py-0.5 text-body font-bold tracking-wider uppercase',
        colour,
      )}
    >
      <Icon aria-hidden size="1rem" strokeWidth={2.4} className="shrink-0" />
      {sayState(state, why)}
    </span>
  )
}

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
      className={clsx(
        'grid min-w-0 content-start rounded-normal border transition-colors',
        large ? 'gap-1 px-4 py-3' : 'gap-0.5 px-2.5 py-2',
        ground,
      )}
    >
      <span className={large ? 'text-body' : 'text-small'}>{props.name}</span>
      <span className={clsx('flex items-start gap-1.5 font-semibold', large ? 'text-lead' : 'text-small', word)}>
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

import { assertNever } from '../../assert-never.ts'
import type { Intent } from '../../../src/shared/domain/activation.ts'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { madePassword } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import type { Event, EventOf } from './events.ts'
import type { Shop } from './shop.ts'

/** Boxes and customers that only this sequence uses. */
export interface Stock {
  readonly number: number
  readonly customers: readonly string[]
  readonly hostname: string
}

let drafts = 0
const draftId = (): string => {
  drafts += 1
  return `draft-${String(drafts).padStart(8, '0')}`
}

const anHour = 3_600_000

/** Performs an event, then checks the promises. */
export async function perform(shop: Shop, stock: Stock, event: Event): Promise<void> {
  await happen(shop, stock, event)
  await shop.look()
}

async function happen(shop: Shop, stock: Stock, event: Event): Promise<void> {
  const { world } = shop
  switch (event.do) {
    case 'activate':
      return activate(shop, stock, event)
    case 'change':
      return changeCustomer(shop, stock, event)
    case 'crowd':
      return saveCrowd(shop, stock, event)
    case 'end':
      return shop.end(event.which, event.ending)
    case 'pass':
      return world.time.pass(event.ms)
    case 'link':
      return shop.setLink(event.link)
    case 'fail':
      return shop.setFailing(stock.customers[event.customer] ?? '', event.at)
    case 'die':
      return shop.die(event.fate)
    case 'die-after':
      return shop.dieAfter(event.exchanges)
    case 'set-clock':
      return world.time.setBy(event.hours * anHour)
    case 'decide':
      return decide(shop, stock, event)
    case 'pause':
      return void (await world.box().call(event.paused ? 'queue.pause' : 'queue.resume', {}))
    case 'new-token': {
      const token = 'direct-token-of-the-test'
      return void (await world.box().call('connection.replace-token', { id: world.connection.id, token }))
    }
    default:
      return assertNever(event)
  }
}

function activate(shop: Shop, stock: Stock, event: EventOf<'activate'>): Promise<void> {
  const { kind, withHostname, typed } = event
  const box = boxNumbered(stock.number * 2 + event.box)
  const hostname = withHostname ? { hostname: stock.hostname } : {}
  const logIn = typed ? { userid: String(5_000_000_000 + stock.number * 2 + event.customer) } : {}
  const userid = stock.customers[event.customer] ?? ''
  const customer = personNumbered(stock.number * 2 + event.customer)
  const intent =
    kind === 'new-customer'
      ? ({ kind, box, customer, plan: aYear, logIn, ...hostname } as const)
      : kind === 'existing-customer'
        ? ({ kind, box, userid, password: madePassword, ...hostname } as const)
        : ({ kind: 'hostname', box, hostname: stock.hostname } as const)
  return shop.save('job.save', { draftId: draftId(), intent, evenIfKnown: true })
}

/** A second crowd has the typed user IDs of the first. Nobody saves at a process that died meanwhile. */
async function saveCrowd(shop: Shop, stock: Stock, { count }: EventOf<'crowd'>): Promise<void> {
  for (let one = 0; one < count && shop.world.isAlive(); one += 1) {
    const number = stock.number * 10 + one
    const logIn = one % 3 === 0 ? { userid: String(7_000_000_000 + number) } : {}
    const intent: Intent = { kind: 'new-customer', customer: personNumbered(number), plan: aYear, logIn }
    await shop.save('job.save', { draftId: draftId(), intent })
  }
}

function changeCustomer(shop: Shop, stock: Stock, event: EventOf<'change'>): Promise<void> {
  const { kind, customer, days, from } = event
  const known = { userid: stock.customers[customer] ?? '', password: madePassword }
  const length = days === 0 ? { months: 1, days: 0 } : { months: 0, days }
  const person = personNumbered(stock.number * 2 + customer)
  const action =
    kind === 'renewal'
      ? ({ kind, ...known, ...length, from } as const)
      : kind === 'product-change'
        ? ({ kind, ...known, ...length, productid: `10${days + 1}`, from, keepExtraPackages: false } as const)
        : kind === 'new-customer'
          ? ({ kind, customer: person, plan: aYear, logIn: {} } as const)
          : ({ kind, ...known } as const)
  return shop.save('job.save', { draftId: draftId(), intent: action })
}

/** An action that the job does not offer must be refused and change nothing. */
async function decide(shop: Shop, stock: Stock, event: EventOf<'decide'>): Promise<void> {
  const { action, offered, edited } = event
  const details = await readAll(shop)
  const able = offered ? details.filter(({ actions }) => actions.includes(action)) : details
  const detail = able[event.job % Math.max(1, able.length)]
  if (detail === undefined) return
  const { id } = detail.summary
  if (action === 'drop') return shop.action('job.drop', { id, reason: 'The customer left' }, id)
  if (action !== 'correct') return shop.action(`job.${action}`, { id }, id)
  const { revision } = detail
  const intent = edited ? edit(detail.intent, stock) : detail.intent
  return shop.action('job.correct', { id, intent, revision, evenIfKnown: true }, id)
}

async function readAll(shop: Shop): Promise<readonly JobDetail[]> {
  const details: JobDetail[] = []
  for (const { id } of await shop.jobs()) {
    const reply = await shop.world.box().reply('job.read', { id })
    if (reply.ok) details.push(reply.value as JobDetail)
  }
  return details
}

/** A correction like a technician's: one more day, another box, another name. */
function edit(intent: Intent, stock: Stock): Intent {
  const another = (box: { readonly raw: string }) => {
    const numbers = [stock.number * 2, stock.number * 2 + 1]
    return boxNumbered(numbers.find((number) => boxNumbered(number).raw !== box.raw) ?? stock.number * 2)
  }
  switch (intent.kind) {
    case 'renewal':
    case 'product-change':
      return { ...intent, ...(intent.months > 0 ? { months: intent.months + 1 } : { days: intent.days + 1 }) }
    case 'new-customer':
      return intent.box === undefined
        ? { ...intent, customer: { ...intent.customer, firstname: 'Amelia' } }
        : { ...intent, box: another(intent.box) }
    case 'existing-customer':
    case 'hostname':
      return { ...intent, box: another(intent.box) }
    case 'disable':
    case 'enable':
    case 'console':
      return intent
    default:
      return assertNever(intent)
  }
}

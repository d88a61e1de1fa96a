import * as fc from 'fast-check'
import type { JobDetail } from '../../../src/shared/domain/job.ts'
import { madePassword } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-acts.ts'
import { endings, type Shop } from './shop.ts'

/** What a sequence works on: boxes and customers that no other sequence has. */
export interface Stock {
  readonly number: number
  readonly customers: readonly string[]
  readonly hostname: string
}

type Doing = (shop: Shop, stock: Stock) => Promise<void> | void

/** One thing that happens; every one of them is followed by a look. */
const command =
  <T>(arbitrary: fc.Arbitrary<T>, name: string, doing: (value: T) => Doing) =>
  (stock: () => Stock): fc.Arbitrary<fc.AsyncCommand<object, Shop>> =>
    arbitrary.map((value) => ({
      check: () => true,
      async run(_: object, shop: Shop) {
        await doing(value)(shop, stock())
        await shop.look()
      },
      toString: () => `${name}(${value === undefined ? '' : JSON.stringify(value)})`,
    }))

let drafts = 0
const draftId = (): string => {
  drafts += 1
  return `draft-${String(drafts).padStart(8, '0')}`
}

const activation = fc.record({
  kind: fc.constantFrom('new-customer', 'new-customer', 'existing-customer', 'hostname'),
  box: fc.nat(1),
  customer: fc.nat(1),
  withHostname: fc.boolean(),
  typed: fc.boolean(),
})
const change = fc.record({
  kind: fc.constantFrom('renewal', 'renewal', 'product-change', 'disable', 'enable', 'customer-alone'),
  customer: fc.nat(1),
  days: fc.nat(2),
})
const milliseconds = fc.constantFrom(1, 100, 1000, 5000, 20_000, 60_000, 125_000, 600_000)
const hours = fc.constantFrom(1, -1, 87_600, -87_600, -400_000)
const job = fc.nat(7)

const commands = [
  command(activation, 'activate', (chosen) => (shop, stock) => activate(shop, stock, chosen)),
  command(activation, 'activate', (chosen) => (shop, stock) => activate(shop, stock, chosen)),
  command(change, 'change', (chosen) => (shop, stock) => changeCustomer(shop, stock, chosen)),
  command(change, 'change', (chosen) => (shop, stock) => changeCustomer(shop, stock, chosen)),
  ...[1, 2, 3].map(() =>
    command(
      fc.record({ which: fc.nat(3), ending: fc.constantFrom(...endings) }),
      'end',
      ({ which, ending }) =>
        (shop) =>
          shop.end(which, ending),
    ),
  ),
  ...[1, 2].map(() => command(milliseconds, 'pass', (ms) => (shop) => shop.world.time.pass(ms))),
  command(
    fc.constantFrom('up', 'up', 'up', 'down', 'lost', 'busy', 'token-refused'),
    'link',
    (link) => (shop) => shop.setLink(link),
  ),
  command(fc.constantFrom('carried out', 'not carried out', 'late'), 'die', (fate) => (shop) => shop.die(fate)),
  command(fc.integer({ min: 1, max: 6 }), 'dieAfter', (exchanges) => (shop) => shop.dieAfter(exchanges)),
  command(hours, 'setClockByHours', (by) => (shop) => shop.world.time.setBy(by * 3_600_000)),
  command(
    fc.record({ job, act: fc.constantFrom('check-again', 'it-is-there', 'send-again', 'drop', 'correct') }),
    'decide',
    ({ job, act }) =>
      (shop) =>
        decide(shop, job, act),
  ),
  command(fc.boolean(), 'pause', (paused) => async (shop) => {
    await shop.world.box().call(paused ? 'queue.pause' : 'queue.resume', {})
  }),
  command(fc.constant(undefined), 'newToken', () => async (shop) => {
    const token = 'direct-token-of-the-test'
    await shop.world.box().call('connection.replace-token', { id: shop.world.connection.id, token })
  }),
]

/** Sequences of at most so many. */
export const anySequence = (stock: () => Stock, most: number) =>
  fc.commands(
    commands.map((one) => one(stock)),
    { maxCommands: most, size: 'max' },
  )

type Chosen<A> = A extends fc.Arbitrary<infer T> ? T : never

function activate(shop: Shop, stock: Stock, chosen: Chosen<typeof activation>): Promise<void> {
  const { kind, withHostname, typed } = chosen
  const box = boxNumbered(stock.number * 2 + chosen.box)
  const hostname = withHostname ? { hostname: stock.hostname } : {}
  const logIn = typed ? { userid: `new-${stock.number}-${chosen.customer}` } : {}
  const userid = stock.customers[chosen.customer] ?? ''
  const customer = personNumbered(stock.number * 2 + chosen.customer)
  const intent =
    kind === 'new-customer'
      ? ({ kind, box, customer, plan: aYear, logIn, ...hostname } as const)
      : kind === 'existing-customer'
        ? ({ kind, box, userid, password: madePassword, ...hostname } as const)
        : ({ kind: 'hostname', box, hostname: stock.hostname } as const)
  return shop.save('activation.save', { draftId: draftId(), intent, evenIfKnown: true })
}

function changeCustomer(shop: Shop, stock: Stock, { kind, customer, days }: Chosen<typeof change>): Promise<void> {
  const known = { userid: stock.customers[customer] ?? '', password: madePassword }
  const length = days === 0 ? { months: 1, days: 0 } : { months: 0, days }
  const person = personNumbered(stock.number * 2 + customer)
  const act =
    kind === 'renewal'
      ? ({ kind, ...known, ...length, from: 'end-date' } as const)
      : kind === 'product-change'
        ? ({ kind, ...known, ...length, productid: `10${days + 1}`, from: 'today', keepExtraPackages: false } as const)
        : kind === 'customer-alone'
          ? ({ kind, customer: person, plan: aYear, logIn: {} } as const)
          : ({ kind: kind === 'enable' ? 'enable' : 'disable', ...known } as const)
  return shop.save('act.save', { draftId: draftId(), act })
}

/** What is not offered for the job as it stands is refused, and changes nothing. */
async function decide(
  shop: Shop,
  index: number,
  act: 'check-again' | 'it-is-there' | 'send-again' | 'drop' | 'correct',
): Promise<void> {
  const jobs = await shop.jobs()
  const id = jobs[index % Math.max(1, jobs.length)]?.id
  if (id === undefined) return
  if (act === 'drop') return shop.act('job.drop', { id, reason: 'The customer left' }, id)
  if (act !== 'correct') return shop.act(`job.${act}`, { id }, id)
  const reply = await shop.world.box().reply('job.read', { id })
  if (!reply.ok) return
  const { intent, revision } = reply.value as JobDetail
  return shop.act('job.correct', { id, intent, revision }, id)
}

import type { BoxWork } from '../../fakes/intents.ts'
import type { StepKind } from '../../../src/shared/domain/job-kinds.ts'
import type { Effect, LedgerEntry, Platform } from '../../platforms/platform.ts'
import { boxNumbered, personNumbered } from '../inside/make-actions.ts'
import type { Box } from '../inside/open-box.ts'

/** A job of a run, and how to find its effects in the platform's ledger. */
export interface DrawnJob {
  readonly id: string
  readonly kind: string
  /** The effects of a step of this job. */
  readonly effectsOf: (step: StepKind) => readonly LedgerEntry[]
  /** Whether the platform now has the result of the step, whoever caused it. */
  readonly holds: (step: StepKind) => boolean
}

const effectOf: Readonly<Record<StepKind, Effect>> = {
  'create-customer': 'create',
  'bind-user': 'bind-user',
  'bind-hostname': 'bind-hostname',
  renew: 'renew',
  'change-product': 'change',
  disable: 'disable',
  enable: 'enable',
}

/** Saves one job of each kind, and several new customers, each for its own customer and box, so that every effect belongs to one of them. */
export async function saveJobs(box: Box, platform: Platform, batch: string, day: number): Promise<readonly DrawnJob[]> {
  let number = Number.parseInt(batch, 36) * 100
  const { hostnames, products } = platform
  const [hostname = ''] = hostnames
  const [first, second] = products.filter(({ isTrial }) => !isTrial)
  const plan = { productid: first?.productid ?? '', months: 6, days: 0, renewalinterval: 1 }
  const jobs: DrawnJob[] = []
  const customer = (part: Parameters<Platform['makeCustomer']>[0] = {}) => {
    number += 1
    const { userid, password } = platform.makeCustomer({
      userid: `u${batch}${number}`,
      password: `pw${number}xyz`,
      ...(first && { productid: first.productid }),
      endDay: day + 40,
      startDay: day - 300,
      ...part,
    })
    return { userid, password }
  }
  const save = async (
    call: Promise<{ readonly id: string }>,
    kind: string,
    userid: () => string | undefined,
    boxId?: string,
  ): Promise<void> => {
    const { id } = await call
    const mine = (step: StepKind) => (entry: LedgerEntry) =>
      entry.effect === effectOf[step] &&
      (step === 'bind-hostname' || entry.userid === userid()) &&
      (boxId === undefined || !step.startsWith('bind') || entry.box === boxId)
    jobs.push({
      id,
      kind,
      effectsOf: (step) => platform.ledger().filter(mine(step)),
      holds: (step) => holdsNow(platform, step, userid() ?? '', boxId, hostname) || platform.ledger().some(mine(step)),
    })
  }
  const activate = async (intent: BoxWork, userid: (id: string) => string | undefined): Promise<void> => {
    const saved = await box.call('job.save', {
      draftId: `draft-${batch}-${String(number).padStart(8, '0')}`,
      intent,
      evenIfKnown: true,
    })
    await save(Promise.resolve(saved), intent.kind, () => userid(saved.id), colonsOf(intent.box.identifier.value))
  }
  const chosen = new Map<string, string>()
  const chosenFor = (id: string): string | undefined => chosen.get(id)
  const note = async (id: string): Promise<void> => {
    const { intent } = await box.call('job.read', { id })
    if ('logIn' in intent && intent.logIn.userid !== undefined) chosen.set(id, intent.logIn.userid)
  }
  const action = async (one: Parameters<typeof saveAction>[1], userid: () => string | undefined): Promise<string> => {
    const saved = await saveAction(box, one, `draft-${batch}-${String((number += 1)).padStart(8, '0')}`)
    await save(Promise.resolve(saved), one.kind, userid)
    return saved.id
  }

  number += 1
  await activate(
    { kind: 'new-customer', box: boxNumbered(number), customer: personNumbered(number), plan, logIn: {} },
    chosenFor,
  )
  number += 1
  await activate(
    { kind: 'new-customer', box: boxNumbered(number), customer: personNumbered(number), plan, logIn: {}, hostname },
    chosenFor,
  )
  // Several, because the user IDs of those that wait are read together.
  for (let one = 0; one < 6; one += 1) {
    number += 1
    const alone = { kind: 'new-customer' as const, customer: personNumbered(number), plan, logIn: {} }
    let aloneId = ''
    aloneId = await action(alone, () => chosenFor(aloneId))
  }
  const owner = customer()
  number += 1
  await activate({ kind: 'existing-customer', box: boxNumbered(number), ...owner }, () => owner.userid)
  number += 1
  await activate({ kind: 'hostname', box: boxNumbered(number), hostname }, () => undefined)
  const renewed = customer()
  await action({ kind: 'renewal', ...renewed, months: 3, days: 0, from: 'end-date' }, () => renewed.userid)
  const changed = customer()
  const change = { productid: second?.productid ?? plan.productid, months: 4, days: 0, keepExtraPackages: false }
  await action({ kind: 'product-change', ...changed, ...change, from: 'today' }, () => changed.userid)
  const disabled = customer()
  await action({ kind: 'disable', ...disabled }, () => disabled.userid)
  const enabled = customer({ isDisabled: true })
  await action({ kind: 'enable', ...enabled }, () => enabled.userid)
  for (const { id, kind } of jobs) if (kind === 'new-customer') await note(id)
  return jobs
}

const saveAction = (box: Box, intent: Parameters<typeof box.call<'job.save'>>[1]['intent'], draftId: string) =>
  box.call('job.save', { draftId, intent })

function holdsNow(
  platform: Platform,
  step: StepKind,
  userid: string,
  boxId: string | undefined,
  hostname: string,
): boolean {
  const customer = platform.customers().find((one) => one.userid === userid)
  switch (step) {
    case 'create-customer':
      return customer !== undefined
    case 'bind-user':
      return boxId !== undefined && platform.devicesOf(userid).includes(boxId)
    case 'bind-hostname':
      return boxId !== undefined && platform.macsUnder(hostname).includes(boxId)
    case 'disable':
      return customer?.status === 'Disabled'
    case 'enable':
      return customer !== undefined && customer.status !== 'Disabled'
    case 'renew':
    case 'change-product':
      return false
  }
}

const colonsOf = (value: string): string => value.match(/../g)?.join(':') ?? value

import type { Box } from '../../src/shared/domain/activation.ts'
import { formatMac, type DeviceIdentifier } from '../../src/shared/domain/device-identifier.ts'
import type { BoxWork } from '../fakes/intents.ts'

/** One job to be saved, and its expected effects on the platform. */
export interface Work {
  readonly draftId: string
  readonly intent: BoxWork
  /** Each must be exactly once in the platform's ledger when the job is done. */
  readonly effects: readonly string[]
  /** It names a product that does not exist, so it must be refused without an effect. */
  readonly isImpossible: boolean
}

/** The identity of an effect; a box as `AA:BB:CC:DD:EE:FF`. */
export const effectOf = {
  create: (box: string) => `create with ${box}`,
  bindUser: (box: string) => `bind-user ${box}`,
  bindHostname: (box: string, hostname: string) => `bind-hostname ${box} ${hostname}`,
} as const

const hostname = 'tv.coast.example'
/** So many new customers of a list wait together, that some still wait when the first two were read back. */
export const listLength = 20

/**
 * Work of every kind; the same random values give the same work. New customers with and without a hostname, a second box for one
 * of them, a box for an existing customer, only a hostname for a new or an earlier box, and work that must be refused.
 * `taken`: boxes and numbers of other work; of a thousand drawn ones two may be the same, and that would be asked for twice.
 */
export function makeWork(count: number, draw: () => number, taken = new Set<string>()): readonly Work[] {
  const drawn = drawFrom(draw, taken)
  const work: Work[] = []
  for (let index = 0; index < count; index += 1) {
    const box = drawn.box()
    const earlier = work.findLast(({ intent }) => intent.kind === 'new-customer' && intent.logIn.userid !== undefined)
    work.push({ draftId: drawn.draftId(index), isImpossible: false, ...makeOne(index, box, earlier, drawn) })
  }
  return work
}

/** Plain new customers, as in a list: saved at once, they wait together and are asked for with one question. */
export function makeListed(count: number, draw: () => number, taken: Set<string>): readonly Work[] {
  const drawn = drawFrom(draw, taken)
  return Array.from({ length: count }, (_, index) => {
    const identifier = drawn.box()
    // Other people than those of the other work.
    const own = 1_000_000 + index
    const intent = newCustomer(own, boxOf(identifier), { logIn: { userid: drawn.number(own) } })
    return { draftId: drawn.draftId(own), isImpossible: false, intent, effects: createdWith(identifier) }
  })
}

type Drawn = ReturnType<typeof drawFrom>

function drawFrom(draw: () => number, taken: Set<string>) {
  const below = (bound: number): number => Math.floor(draw() * bound)
  const hex = (digits: number): string => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  const drawFree = (drawOne: () => string): string => {
    let one = drawOne()
    while (taken.has(one)) one = drawOne()
    taken.add(one)
    return one
  }
  return {
    below,
    draftId: (index: number): string => `draft-${index}-${hex(12)}`,
    box: (): DeviceIdentifier => ({ kind: 'mac', value: drawFree(() => `001A79${hex(6).toUpperCase()}`) }),
    /** A user ID that is a number, so that it may be asked for with others. */
    number: (index: number): string => drawFree(() => String(3_000_000_000 + index * 1000 + below(1000))),
  }
}

const boxOf = (identifier: DeviceIdentifier): Box => ({ identifier, raw: 'scanned', model: 'STB-520' })

function createdWith({ value }: DeviceIdentifier): readonly string[] {
  const mac = formatMac(value, 'colon')
  return [effectOf.create(mac), effectOf.bindUser(mac)]
}

function makeOne(
  index: number,
  identifier: DeviceIdentifier,
  earlier: Work | undefined,
  { below, number }: Drawn,
): Pick<Work, 'intent' | 'effects'> & Partial<Work> {
  const box = boxOf(identifier)
  const mac = formatMac(identifier.value, 'colon')
  const created = createdWith(identifier)
  const typed = { userid: `fault-${index}-${below(1e9)}` }
  switch (index % 10) {
    case 2:
    case 7:
      return { intent: newCustomer(index, box, { logIn: { userid: number(index) } }), effects: created }
    case 3: {
      const userid = String(4_021_770_010 + below(30) * 613)
      return { intent: { kind: 'existing-customer', box, userid }, effects: [effectOf.bindUser(mac)] }
    }
    case 4: {
      const intent: BoxWork = { kind: 'hostname', box, hostname }
      return { intent, effects: [effectOf.bindHostname(mac, hostname)] }
    }
    case 5: {
      const kept = earlier?.intent.kind === 'new-customer' ? earlier.intent : undefined
      const userid = kept?.logIn.userid ?? '4021770010'
      return { intent: { kind: 'existing-customer', box, userid }, effects: [effectOf.bindUser(mac)] }
    }
    case 8: {
      const of = earlier?.intent.box ?? box
      const effects = [effectOf.bindHostname(formatMac(of.identifier.value, 'colon'), hostname)]
      return { intent: { kind: 'hostname', box: of, hostname }, effects }
    }
    case 9:
      if (index % 20 === 19)
        return { intent: newCustomer(index, box, { productid: 'none' }), effects: [], isImpossible: true }
      return { intent: newCustomer(index, box, { logIn: typed }), effects: created }
    default:
      return {
        intent: newCustomer(index, box, { hostname }),
        effects: [...created, effectOf.bindHostname(mac, hostname)],
      }
  }
}

function newCustomer(
  index: number,
  box: Box,
  own: { readonly hostname?: string; readonly logIn?: { readonly userid: string }; readonly productid?: string },
): BoxWork {
  const number = String(10_000_000 + index)
  return {
    kind: 'new-customer',
    box,
    customer: {
      firstname: 'Amélie',
      lastname: `Okonkwo ${number}`,
      street: '14 Rue des Lilas & Söhne',
      zipcode: '75020',
      city: 'Paris',
      state: 'Île-de-France',
      country: 'France',
      phone: `+336${number}`,
      mobile: `+336${number}`,
      email: 'amelie+tv@north.example',
    },
    plan: { productid: own.productid ?? '101', months: 12, days: 0, renewalinterval: 1 },
    logIn: own.logIn ?? {},
    ...(own.hostname !== undefined && { hostname: own.hostname }),
  }
}

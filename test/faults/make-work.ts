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

/**
 * Work of every kind; the same random values give the same work. New customers with and without a hostname, a second box for one
 * of them, a box for an existing customer, only a hostname for a new or an earlier box, and work that must be refused.
 * `taken`: boxes of other work; of a thousand drawn ones two may be the same, and that would be asked for twice.
 */
export function makeWork(count: number, draw: () => number, taken = new Set<string>()): readonly Work[] {
  const below = (bound: number): number => Math.floor(draw() * bound)
  const hex = (digits: number): string => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  const work: Work[] = []
  for (let index = 0; index < count; index += 1) {
    let value = ''
    do value = `001A79${hex(6).toUpperCase()}`
    while (taken.has(value))
    taken.add(value)
    const box = { kind: 'mac', value } as const
    const earlier = work.findLast(({ intent }) => intent.kind === 'new-customer' && intent.logIn.userid !== undefined)
    work.push({ draftId: `draft-${index}-${hex(12)}`, isImpossible: false, ...makeOne(index, box, earlier, below) })
  }
  return work
}

function makeOne(
  index: number,
  identifier: DeviceIdentifier,
  earlier: Work | undefined,
  below: (bound: number) => number,
): Pick<Work, 'intent' | 'effects'> & Partial<Work> {
  const box = { identifier, raw: 'scanned', model: 'STB-520' }
  const mac = formatMac(identifier.value, 'colon')
  const created = [effectOf.create(mac), effectOf.bindUser(mac)]
  const typed = { userid: `fault-${index}-${below(1e9)}` }
  switch (index % 10) {
    case 2:
    case 7: {
      // A number, so that it may be asked for with others.
      const logIn = { userid: String(3_000_000_000 + index * 1000 + below(1000)) }
      return { intent: newCustomer(index, box, { logIn }), effects: created }
    }
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

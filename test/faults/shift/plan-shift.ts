import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { formatMac } from '../../../src/shared/domain/device-identifier.ts'
import { effectOf, makeWork, type Work } from '../make-work.ts'

/** The first of the connection's hostnames, which the form chooses. */
export const usualHostname = 'tv.coast.example'

/** The ways in which the platform cannot be used for a while. */
export const outageKinds = [
  'nobody listens',
  'connections are reset',
  'a page with 503',
  'nothing is answered',
] as const
export type OutageKind = (typeof outageKinds)[number]

/** A box that is activated on the page, with its effects on the platform. */
export interface PageWork {
  /** As a scanner sends it. */
  readonly mac: string
  readonly effects: readonly string[]
}

/** Begins at the nth job of the hour, and lasts this many minutes. */
interface From {
  readonly turn: number
  readonly minutes: number
}

export interface HourPlan {
  /** Saved one after the other, evenly over the hour. */
  readonly works: readonly Work[]
  /** Saved at once, as a list of boxes. */
  readonly list: readonly Work[]
  readonly onPage: readonly PageWork[]
  readonly outage: From & { readonly kind: OutageKind }
  readonly sleep: From & { readonly ownClock: 'stands still' | 'leaps' }
}

/** A shift of that many hours and activations. The same seed gives the same plan. */
export function planShift({
  seed,
  activations,
  hours,
}: {
  readonly seed: number
  readonly activations: number
  readonly hours: number
}): readonly HourPlan[] {
  const draw = createDraw(seed)
  const below = (bound: number): number => Math.floor(draw() * bound)
  const taken = new Set<string>()
  const perHour = Math.floor(activations / hours)
  const onPage = Math.min(5, Math.ceil(perHour / 12))
  const boxes = Array.from({ length: onPage * hours }, () => drawPageWork(below, taken))
  const works = makeWork(activations - boxes.length, draw, taken)
  return Array.from({ length: hours }, (_, hour) => {
    const first = Math.floor((works.length * hour) / hours)
    const own = works.slice(first, Math.floor((works.length * (hour + 1)) / hours))
    const list = own.filter(isForList).slice(0, Math.ceil(own.length / 10))
    const singles = own.filter((work) => !list.includes(work))
    const half = Math.floor(singles.length / 2)
    const isLongHour = hour === Math.floor(hours / 2)
    return {
      works: singles,
      list,
      onPage: boxes.slice(hour * onPage, (hour + 1) * onPage),
      outage: {
        turn: below(half),
        minutes: 4 + below(isLongHour ? 20 : 8),
        kind: outageKinds[(hour + below(outageKinds.length)) % outageKinds.length] ?? 'nobody listens',
      },
      sleep: {
        turn: half + below(half),
        minutes: isLongHour ? 20 : 1 + below(6),
        ownClock: draw() < 0.5 ? 'stands still' : 'leaps',
      },
    }
  })
}

/** New customers whose user ID no other work names, so that it does not matter when they are saved. */
const isForList = ({ intent, isImpossible }: Work): boolean =>
  !isImpossible && intent.kind === 'new-customer' && intent.logIn.userid === undefined

function drawPageWork(below: (bound: number) => number, taken: Set<string>): PageWork {
  let mac = ''
  do
    mac = `001A79${below(2 ** 24)
      .toString(16)
      .toUpperCase()
      .padStart(6, '0')}`
  while (taken.has(mac))
  taken.add(mac)
  const box = formatMac(mac, 'colon')
  return { mac, effects: [effectOf.create(box), effectOf.bindUser(box), effectOf.bindHostname(box, usualHostname)] }
}

import type { Event } from './events.ts'
import type { Setting } from './stage.ts'

/** A sequence that once broke a promise. */
export interface Case extends Setting {
  /** Which promise was broken, and how. */
  readonly broke: string
  readonly events: readonly Event[]
}

/**
 * Every sequence that ever failed, as the soak prints it; `npm test` replays them all. They are stored as events and not as a
 * seed, so that they stay the same when the generator changes.
 */
export const cases: readonly Case[] = [
  {
    broke: 'a product change to the same product was made a third time, after two on one day',
    seed: 777_001,
    resendsRenewals: true,
    knowsProducts: false,
    events: [
      { do: 'link', link: 'token-refused' },
      { do: 'change', kind: 'product-change', customer: 0, days: 0, from: 'today' },
      { do: 'link', link: 'up' },
      { do: 'die', fate: 'not carried out' },
      { do: 'change', kind: 'product-change', customer: 0, days: 0, from: 'today' },
      { do: 'end', which: 1, ending: 'accepted' },
      { do: 'end', which: 0, ending: 'lost after' },
    ],
  },
  {
    broke: 'a renewal from today was made a third time for one customer, after two on one day',
    seed: 777_001,
    resendsRenewals: true,
    knowsProducts: true,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'today' },
      { do: 'end', which: 0, ending: 'accepted' },
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'today' },
      { do: 'end', which: 0, ending: 'lost after' },
    ],
  },
  {
    broke: 'a renewal whose replies were lost was sent again and again',
    seed: 777_001,
    resendsRenewals: true,
    knowsProducts: true,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'end-date' },
      { do: 'end', which: 0, ending: 'not sent' },
      { do: 'activate', kind: 'new-customer', box: 0, customer: 0, withHostname: false, typed: false },
      { do: 'die-after', exchanges: 5 },
      { do: 'new-token' },
      { do: 'decide', job: 0, action: 'correct', offered: false, edited: false },
    ],
  },
  {
    broke: 'a renewal that was done, but answered with a no in words, was shown as refused',
    seed: 1,
    resendsRenewals: false,
    knowsProducts: true,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'end-date' },
      { do: 'end', which: 0, ending: 'no in words after' },
    ],
  },
  {
    broke:
      'a renewal that had moved the end date was shown as refused after its second call did not reach the platform',
    seed: 919_730_354,
    resendsRenewals: false,
    knowsProducts: false,
    events: [
      { do: 'set-clock', hours: 87_600 },
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'today' },
      { do: 'end', which: 0, ending: 'no in words after' },
      { do: 'decide', job: 0, action: 'send-again', offered: false, edited: false },
      { do: 'end', which: 0, ending: 'not sent' },
    ],
  },
  {
    broke: 'the last requests got no answer, and a job waited for the others to fail',
    seed: 916_730_298,
    resendsRenewals: true,
    knowsProducts: true,
    events: [
      { do: 'activate', kind: 'new-customer', box: 1, customer: 0, withHostname: false, typed: false },
      { do: 'die-after', exchanges: 1 },
      { do: 'activate', kind: 'new-customer', box: 1, customer: 0, withHostname: false, typed: false },
      { do: 'activate', kind: 'new-customer', box: 1, customer: 1, withHostname: false, typed: false },
      { do: 'change', kind: 'product-change', customer: 0, days: 0, from: 'today' },
      { do: 'activate', kind: 'new-customer', box: 1, customer: 0, withHostname: true, typed: false },
      { do: 'end', which: 2, ending: 'accepted' },
    ],
  },
  {
    broke: 'a computer whose clock was wrong by ten years dropped a refused job within a minute',
    seed: 1_543_522_780,
    resendsRenewals: true,
    knowsProducts: true,
    events: [
      { do: 'activate', kind: 'new-customer', box: 0, customer: 0, withHostname: false, typed: false },
      { do: 'end', which: 0, ending: 'refused' },
      { do: 'set-clock', hours: 87_600 },
      { do: 'pass', ms: 60_000 },
    ],
  },
  {
    broke: 'the same wrong clock dropped a refused renewal',
    seed: 1_542_523_533,
    resendsRenewals: true,
    knowsProducts: true,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'end-date' },
      { do: 'end', which: 0, ending: 'refused strangely' },
      { do: 'set-clock', hours: 87_600 },
      { do: 'pass', ms: 5000 },
    ],
  },
  {
    broke: 'a refused renewal was dropped after the clock had been behind by ten years for a moment',
    seed: 1_446_293_846,
    resendsRenewals: true,
    knowsProducts: false,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'end-date' },
      { do: 'set-clock', hours: -87_600 },
      { do: 'end', which: 0, ending: 'refused strangely' },
      { do: 'set-clock', hours: 87_600 },
      { do: 'pass', ms: 60_000 },
    ],
  },
  {
    broke: 'the same, with a clock that was behind by decades and is put forward by ten years',
    seed: 1_449_293_412,
    resendsRenewals: false,
    knowsProducts: false,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'end-date' },
      { do: 'set-clock', hours: -400_000 },
      { do: 'end', which: 0, ending: 'refused strangely' },
      { do: 'set-clock', hours: 87_600 },
      { do: 'pass', ms: 5000 },
    ],
  },
  {
    broke: 'the same, with other work between',
    seed: 1_447_292_775,
    resendsRenewals: true,
    knowsProducts: true,
    events: [
      { do: 'activate', kind: 'new-customer', box: 0, customer: 0, withHostname: false, typed: false },
      { do: 'end', which: 0, ending: 'refused' },
      { do: 'set-clock', hours: -400_000 },
      { do: 'change', kind: 'renewal', customer: 0, days: 2, from: 'today' },
      { do: 'decide', job: 1, action: 'check-again', offered: true, edited: true },
      { do: 'set-clock', hours: 87_600 },
      { do: 'activate', kind: 'new-customer', box: 0, customer: 0, withHostname: false, typed: false },
      { do: 'activate', kind: 'existing-customer', box: 1, customer: 0, withHostname: false, typed: false },
      { do: 'end', which: 0, ending: 'lost before' },
      { do: 'decide', job: 5, action: 'correct', offered: false, edited: true },
    ],
  },
  {
    broke: 'a renewal to the present end day was sent twice by a computer whose clock was ten years behind',
    seed: 685_966_624,
    resendsRenewals: true,
    knowsProducts: true,
    events: [
      { do: 'set-clock', hours: -87_600 },
      { do: 'change', kind: 'product-change', customer: 0, days: 1, from: 'today' },
      { do: 'change', kind: 'renewal', customer: 0, days: 1, from: 'today' },
      { do: 'die', fate: 'carried out' },
      { do: 'end', which: 0, ending: 'error after' },
    ],
  },
  {
    broke:
      'a refused renewal was called done after another renewal had moved the end date and the refused one was corrected',
    seed: 530_941_196,
    resendsRenewals: true,
    knowsProducts: false,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'today' },
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'today' },
      { do: 'end', which: 0, ending: 'refused' },
      { do: 'decide', job: 0, action: 'correct', offered: true, edited: false },
    ],
  },
  {
    broke: 'a refused renewal was dropped by a computer ten years ahead whose clock was then set back by an hour',
    seed: 1_838_103_508,
    resendsRenewals: false,
    knowsProducts: false,
    events: [
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'end-date' },
      { do: 'end', which: 0, ending: 'refused' },
      { do: 'set-clock', hours: 87_600 },
      { do: 'change', kind: 'renewal', customer: 0, days: 0, from: 'end-date' },
      { do: 'pass', ms: 60_000 },
      { do: 'set-clock', hours: -1 },
      { do: 'die', fate: 'carried out' },
      { do: 'activate', kind: 'new-customer', box: 0, customer: 0, withHostname: false, typed: false },
    ],
  },
  {
    broke: 'a binding that took effect was called refused because its answer was a plain no',
    seed: 108_545_463,
    resendsRenewals: true,
    knowsProducts: false,
    events: [
      { do: 'activate', kind: 'hostname', box: 0, customer: 0, withHostname: false, typed: false },
      { do: 'end', which: 0, ending: 'refused after all' },
    ],
  },
]

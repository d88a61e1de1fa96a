import { setTimeout as delay } from 'node:timers/promises'
import type { Exchange, PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import { createDirectPlatform, type DirectPlatform } from '../inside/direct-platform.ts'
import type { HarnessLedger } from './happenings.ts'

/** One platform for all laptops. It carries out repeated calls again, and the harness records who sent each call. */
export interface SharedPlatform extends Pick<
  DirectPlatform,
  'baseUrl' | 'authToken' | 'crmService' | 'cmsService' | 'hostnames' | 'makeCustomer' | 'carryOut' | 'close'
> {
  readonly exchange: (by: string, request: PlatformRequest) => Promise<Exchange>
  /** Effects so far. */
  readonly effects: () => number
}

/** The shares of requests that are lost on the way there, and on the way back. */
const [lostThere, lostBack] = [0.01, 0.02]
/** The longest delay on the way there, and on the way back, in milliseconds. */
const longestWay = 60

export function createSharedPlatform(ledger: HarnessLedger, draw: () => number): SharedPlatform {
  const platform = createDirectPlatform(Date.now)
  let read = 0
  let effects = 0
  const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }
  const noteEffects = (by: string | undefined, begun = 0): void => {
    for (const { seq, effect, userid, box, parameters } of platform.ledger(read)) {
      read = seq
      if (by === undefined) continue
      effects += 1
      const subject = { box: box ?? parameters['uuid'] ?? '', userid: userid ?? '' }
      ledger.add({ what: 'effect', by, effect, ...subject, begun, at: Date.now() })
    }
  }
  return {
    ...platform,
    effects: () => effects,
    makeCustomer(userid) {
      platform.makeCustomer(userid)
      noteEffects(undefined)
    },
    async exchange(by, request) {
      const begun = ledger.all().length
      const [wayThere, wayBack, luck] = [draw() * longestWay, draw() * longestWay, draw()]
      await delay(wayThere)
      if (luck < lostThere) return lost
      const answer = platform.carryOut(request)
      noteEffects(by, begun)
      await delay(wayBack)
      return luck < lostThere + lostBack ? lost : answer
    },
  }
}

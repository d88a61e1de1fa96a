import { deriveLookup, normaliseOneTimeCode } from '../../../src/shared/fleet/one-time-code.ts'
import type { HubAnswer, HubCall, HubRequest, StationStatus } from '../../../src/shared/fleet/hub-calls.ts'
import { makeIdentity, mustAsk, signChallenge, signEnrolment, type AskHub } from './test-fleet.ts'

/** A station that a test plays at a running hub. */
export interface PlayedStation {
  readonly id: string
  readonly call: <C extends HubCall>(name: C, request: HubRequest<C>) => Promise<HubAnswer<C>>
}

/** Enrols with a code that a supervisor made on screen, and signs in. */
export async function enrolByCode(ask: AskHub, code: string, name: string): Promise<PlayedStation> {
  const identity = makeIdentity()
  const callAs = <C extends HubCall>(call: C, token: string | undefined, request: HubRequest<C>) =>
    mustAsk(ask, call, token, request)
  const lookup = await deriveLookup(normaliseOneTimeCode(code) ?? '')
  const { station: id } = await callAs('enrol', undefined, signEnrolment(lookup, identity, name))
  const { challenge } = await callAs('challenge', undefined, { station: id })
  const signature = signChallenge(id, challenge, identity.privateKey)
  const { token } = await callAs('sign-in', undefined, { station: id, challenge, signature })
  return { id, call: (call, request) => callAs(call, token, request) }
}

/** What a station reports, with only the counts that are not 0. */
export const makeStatus = (
  counts: Partial<StationStatus['counts']> = {},
  more: Partial<Omit<StationStatus, 'counts'>> = {},
): StationStatus => ({
  version: '0.1.0',
  totals: [],
  ...more,
  counts: { unsent: 0, sending: 0, needsYou: 0, refused: 0, ...counts },
})

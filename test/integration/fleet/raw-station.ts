import { onTestFinished } from 'vitest'
import { beginningOfChain, hashOfLine } from '../../../src/main/fleet/audit/audit-lines.ts'
import { openEnvelope, sealedAbout, sealFor } from '../../../src/main/fleet/fleet-keys.ts'
import type { FleetSecrets } from '../../../src/main/vault/fleet-membership.ts'
import { deriveLookup, normaliseOneTimeCode } from '../../../src/shared/fleet/one-time-code.ts'
import { createHubClient } from '../../fakes/hub/hub-process.ts'
import { createTestFleet, makeIdentity, signEnrolment, type TestStation } from '../../fakes/hub/test-fleet.ts'

/** Somebody with a station's code and no scruples: speaks to the hub without Setdesk, with all that a station has. */
export async function joinRaw(url: string, written: string): Promise<TestStation & { readonly secrets: FleetSecrets }> {
  const client = createHubClient(url.replace(/\/$/, ''))
  onTestFinished(() => client.close())
  const fleet = createTestFleet(client.ask, { as: () => Promise.resolve([]) })
  const code = normaliseOneTimeCode(written) ?? ''
  const identity = makeIdentity()
  const enrolled = await fleet.must('enrol', undefined, signEnrolment(await deriveLookup(code), identity, 'Stranger'))
  const secrets = await openEnvelope(code, enrolled.envelope ?? '')
  if (secrets === undefined) throw new Error('The envelope does not open')
  return { ...(await fleet.signIn(enrolled.station, identity.privateKey)), secrets }
}

/** Lines of a chain as a station makes them. */
export async function makeLines(
  { id, secrets }: { readonly id: string; readonly secrets: FleetSecrets },
  events: readonly object[],
  first = 1,
  before = beginningOfChain,
) {
  const lines = []
  let previous = before
  for (const [index, event] of events.entries()) {
    const sequence = first + index
    const sealed = await sealFor(secrets.fleetKey, secrets, sealedAbout.audit(id, sequence), JSON.stringify(event))
    const hash = hashOfLine(previous, Buffer.from(sealed, 'base64'))
    lines.push({ sequence, previous, hash, sealed })
    previous = hash
  }
  return lines
}

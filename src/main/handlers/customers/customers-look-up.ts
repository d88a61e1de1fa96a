import { isUnreached } from '../../../platform/statuses.ts'
import {
  type BoxBinding,
  type HostnameBindings,
  hostnameBindingsSchema,
  customerPageSchema,
  type CustomerRow,
} from '../../../shared/domain/customer-view.ts'
import { readDeviceIdentifier, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { succeed } from '../../../shared/result.ts'
import { listsDevice, readDevices, readCustomer } from '../../../platform/read/fields.ts'
import type { DeviceRecord } from '../../../platform/read/records.ts'
import { boxKey } from '../session/keys.ts'
import { forQuestions, type PlatformSession, type SessionHandlers } from '../session/session.ts'
import { askInSlot, explainAnswer, factsOf } from './customers.ts'

type By = 'userid' | 'customermappingid'

/** Looks up one identifier, and the binding status of boxes. */
export const customerLookUpHandlers: SessionHandlers<'customers.direct' | 'customers.bindings'> = {
  /** A customer by user ID or mapping id, and what is known here of a box. */
  'customers.direct': async (session, { slot, text }) => {
    const asked = forQuestions(session)
    if (!asked.ok) return asked
    const reading = readDeviceIdentifier(text)
    const box = reading.ok ? reading.identifier : undefined
    const known = box === undefined ? { jobs: [], holders: [] } : knownHere(asked.value, box)
    // Twelve hexadecimal digits with a letter among them cannot be a user ID.
    const isBoxAlone = box?.kind === 'mac' && !/^[0-9]+$/.test(text)
    const answer = isBoxAlone
      ? { isLocal: true }
      : await session.questions.ask(slot, (signal) => askPlatform(asked.value, text, signal))
    const { customer, by, isLocal } = answer === 'superseded' ? { isLocal: true } : answer
    return succeed({
      ...known,
      isLocal,
      ...(box !== undefined && { box }),
      ...(customer !== undefined && { customer }),
      ...(by !== undefined && { by }),
    })
  },
  /** Whether boxes are bound to a hostname of the connection. Asks for each hostname's list (MAC addresses). */
  'customers.bindings': (session, { slot, userid, boxes }) =>
    askInSlot(session, slot, async ({ connection, access, answers, clock }, signal) => {
      const question = {
        connectionId: connection.id,
        kind: 'bindings',
        text: JSON.stringify([userid, ...boxes.toSorted()]),
      } as const
      let bindings: readonly BoxBinding[] = boxes.map((id) => ({ id, light: 'not-asked-for' }))
      for (const hostname of connection.hostnames) {
        if (bindings.every(({ light }) => light === 'on')) break
        const answer = await access.read('GetMacAddressesUnderHostname', { hostname }, signal)
        if (isUnreached(answer)) {
          const before = answers.find(question, hostnameBindingsSchema)
          if (before?.answer.kind !== 'bindings') return explainUnreached(answer)
          return succeed({ ...before.answer, isCached: true })
        }
        const listed = answer.verdict === 'absent' ? [] : readDevices(answer)
        bindings = bindings.map((light) => lookUnder(light, hostname, listed))
      }
      const told: HostnameBindings = { kind: 'bindings', boxes: [...bindings], at: clock.now(), isCached: false }
      if (!signal.aborted) answers.keep(question, told)
      return succeed(told)
    }),
}

function explainUnreached(answer: Parameters<typeof explainAnswer>[0]) {
  const explained = explainAnswer(answer)
  if (explained.ok) throw new Error('An answer that did not come was explained as one')
  return explained
}

/** A box that was found stays found. If a list could not be read, the answer stays open: the box may be in it. */
function lookUnder(light: BoxBinding, hostname: string, listed: readonly DeviceRecord[] | undefined): BoxBinding {
  if (light.light === 'on') return light
  if (listed === undefined) return { id: light.id, light: 'unread' }
  const reading = readDeviceIdentifier(light.id)
  const isThere = reading.ok ? listsDevice(listed, reading.identifier) : listed.some(({ id }) => id === light.id)
  if (isThere) return { id: light.id, light: 'on', hostname }
  return light.light === 'unread' ? light : { id: light.id, light: 'off' }
}

interface Asked {
  readonly customer?: CustomerRow
  readonly by?: By
  readonly isLocal: boolean
}

/** Asks by user ID first, then by mapping id: a user ID is unique, a mapping id may not be. */
async function askPlatform({ access, connection }: PlatformSession, text: string, signal: AbortSignal): Promise<Asked> {
  for (const by of ['userid', 'customermappingid'] as const) {
    const values =
      by === 'userid'
        ? { userid: text, customermappingid: connection.unknownMappingId }
        : { userid: '', customermappingid: text }
    const answer = await access.read('getCustomer', values, signal)
    if (isUnreached(answer)) return { isLocal: true }
    const record = answer.verdict === 'accepted' ? readCustomer(answer) : undefined
    if (record !== undefined)
      return { customer: factsOf({ ...(by === 'userid' && { userid: text }), ...record }), by, isLocal: false }
  }
  return { isLocal: false }
}

function knownHere({ queue, sealing, connection, answers }: PlatformSession, box: DeviceIdentifier) {
  const jobs = [...queue.views.holding(connection.id, { boxKey: boxKey(sealing, connection, box) })]
  const holders = answers
    .showing(boxKey(sealing, connection, box), 'customer', customerPageSchema)
    .flatMap(({ at, answer }) => (answer.kind === 'customer' ? [{ ...answer.facts, at }] : []))
  return { jobs, holders }
}

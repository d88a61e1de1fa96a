import { createCustomerLists } from './customers-list.ts'
import { createCustomerPages } from './customers-page.ts'
import {
  type CustomersDeps,
  askInSlot,
  enterRoom,
  explainAnswer,
  factsOf,
  type CustomersRoom,
} from './customers-room.ts'
import { isUnreached } from '../../../platform/statuses.ts'
import { createQuestions } from '../session/questions.ts'
import {
  type BoxLight,
  type HostnameLights,
  hostnameLightsSchema,
  customerPageSchema,
  type CustomerRow,
} from '../../../shared/domain/customer-view.ts'
import { readDeviceIdentifier, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { succeed } from '../../../shared/result.ts'
import { listsDevice, readDevices, readCustomer } from '../../../platform/read/fields.ts'
import type { DeviceRecord } from '../../../platform/read/records.ts'
import type { Handlers } from '../../app.ts'
import { boxKey } from '../session/keys.ts'

/** All handlers of the Customers screen. They only read. */
export function createCustomersDesk(parts: Omit<CustomersDeps, 'questions'>) {
  const deps = { ...parts, questions: createQuestions() }
  return {
    ...createCustomerLists(deps),
    ...createDirectLookUp(deps),
    ...createCustomerPages(deps),
    ...createCustomerLights(deps),
  }
}

/** Binding status: whether boxes are bound to a hostname of the connection. Asks for each hostname's list (MAC addresses). */
function createCustomerLights(deps: CustomersDeps): Pick<Handlers, 'customers.lights'> {
  return {
    'customers.lights': ({ slot, userid, boxes }) =>
      enterRoom(deps, ({ connection, access, kept, now }) =>
        askInSlot(deps.questions, slot, async (signal) => {
          const question = {
            connectionId: connection.id,
            kind: 'lights',
            text: JSON.stringify([userid, ...boxes.toSorted()]),
          } as const
          let lights: readonly BoxLight[] = boxes.map((id) => ({ id, light: 'not-asked-for' }))
          for (const hostname of connection.hostnames) {
            if (lights.every(({ light }) => light === 'on')) break
            const answer = await access.read('GetMacAddressesUnderHostname', { hostname }, signal)
            if (isUnreached(answer)) {
              const before = kept.find(question, hostnameLightsSchema)
              if (before?.answer.kind !== 'lights') return explainUnreached(answer)
              return succeed({ ...before.answer, isKept: true })
            }
            const listed = answer.verdict === 'absent' ? [] : readDevices(answer)
            lights = lights.map((light) => lookUnder(light, hostname, listed))
          }
          const told: HostnameLights = { kind: 'lights', boxes: [...lights], at: now(), isKept: false }
          if (!signal.aborted) kept.keep(question, told)
          return succeed(told)
        }),
      ),
  }
}

function explainUnreached(answer: Parameters<typeof explainAnswer>[0]) {
  const explained = explainAnswer(answer)
  if (explained.ok) throw new Error('An answer that did not come was explained as one')
  return explained
}

/** A box that was found stays found. If a list could not be read, the answer stays open: the box may be in it. */
function lookUnder(light: BoxLight, hostname: string, listed: readonly DeviceRecord[] | undefined): BoxLight {
  if (light.light === 'on') return light
  if (listed === undefined) return { id: light.id, light: 'unread' }
  const reading = readDeviceIdentifier(light.id)
  const isThere = reading.ok ? listsDevice(listed, reading.identifier) : listed.some(({ id }) => id === light.id)
  if (isThere) return { id: light.id, light: 'on', hostname }
  return light.light === 'unread' ? light : { id: light.id, light: 'off' }
}

type Direct = Pick<Handlers, 'customers.direct'>

type By = 'userid' | 'customermappingid'

interface Asked {
  readonly customer?: CustomerRow
  readonly by?: By
  readonly isLocal: boolean
}

/** Looks up one identifier: a customer by user ID or mapping id, and what is known here of a box. */
function createDirectLookUp(deps: CustomersDeps): Direct {
  return {
    'customers.direct': ({ slot, text }) =>
      enterRoom(deps, async (room) => {
        const reading = readDeviceIdentifier(text)
        const box = reading.ok ? reading.identifier : undefined
        const known = box === undefined ? { jobs: [], holders: [] } : knownHere(room, box)
        // Twelve hexadecimal digits with a letter among them cannot be a user ID.
        const isBoxAlone = box?.kind === 'mac' && !/^[0-9]+$/.test(text)
        const asked = isBoxAlone
          ? { isLocal: true }
          : await deps.questions.ask(slot, (signal) => askPlatform(room, text, signal))
        const { customer, by, isLocal } = asked === 'overtaken' ? { isLocal: true } : asked
        return succeed({
          ...known,
          isLocal,
          ...(box !== undefined && { box }),
          ...(customer !== undefined && { customer }),
          ...(by !== undefined && { by }),
        })
      }),
  }
}

/** Asks by user ID first, then by mapping id: a user ID is unique, a mapping id may not be. */
async function askPlatform({ access, connection }: CustomersRoom, text: string, signal: AbortSignal): Promise<Asked> {
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

function knownHere({ open, sealing, connection, kept }: CustomersRoom, box: DeviceIdentifier) {
  const jobs = [...open.queue.views.holding(connection.id, { boxKey: boxKey(sealing, connection, box) })]
  const holders = kept
    .showing(boxKey(sealing, connection, box), 'customer', customerPageSchema)
    .flatMap(({ at, answer }) => (answer.kind === 'customer' ? [{ ...answer.facts, at }] : []))
  return { jobs, holders }
}

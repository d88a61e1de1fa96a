import type { BoxLight, HostnameLights } from '../../../shared/domain/customer-view.ts'
import { hostnameLightsSchema } from '../../../shared/domain/customer-view.ts'
import { readDeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { succeed } from '../../../shared/result.ts'
import { listsDevice, readHostnameMacs } from '../../../platform/read/fields.ts'
import type { DeviceRecord } from '../../../platform/read/records.ts'
import type { Handlers } from '../../app.ts'
import { askInSlot, enterRoom, explainAnswer, isUnreached, type CustomersDeps } from './customers-room.ts'

/** Whether boxes are under a hostname of the connection, each hostname's own list being asked (MAC addresses). */
export function createCustomerLights(deps: CustomersDeps): Pick<Handlers, 'customers.lights'> {
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
            const listed = answer.verdict === 'absent' ? [] : readHostnameMacs(answer)
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

/** A box found once is found; a list that could not be read leaves it open, since it may be there. */
function lookUnder(light: BoxLight, hostname: string, listed: readonly DeviceRecord[] | undefined): BoxLight {
  if (light.light === 'on') return light
  if (listed === undefined) return { id: light.id, light: 'unread' }
  const reading = readDeviceIdentifier(light.id)
  const isThere = reading.ok ? listsDevice(listed, reading.identifier) : listed.some(({ id }) => id === light.id)
  if (isThere) return { id: light.id, light: 'on', hostname }
  return light.light === 'unread' ? light : { id: light.id, light: 'off' }
}

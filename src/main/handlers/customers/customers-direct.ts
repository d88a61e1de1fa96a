import { customerPageSchema, type CustomerRow } from '../../../shared/domain/customer-view.ts'
import { readDeviceIdentifier, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { succeed } from '../../../shared/result.ts'
import { readCustomer } from '../../../platform/read/fields.ts'
import type { Handlers } from '../../app.ts'
import { enterRoom, factsOf, isUnreached, type CustomersDeps, type CustomersRoom } from './customers-room.ts'
import { boxKey } from '../session/keys.ts'

type Direct = Pick<Handlers, 'customers.direct'>
type By = 'userid' | 'customermappingid'
interface Asked {
  readonly customer?: CustomerRow
  readonly by?: By
  readonly isLocal: boolean
}

/** What one identifier leads to: a customer by log-in or mapping id, and what is known here of a box. */
export function createDirectLookUp(deps: CustomersDeps): Direct {
  return {
    'customers.direct': ({ slot, text }) =>
      enterRoom(deps, async (room) => {
        const reading = readDeviceIdentifier(text)
        const box = reading.ok ? reading.identifier : undefined
        const known = box === undefined ? { jobs: [], holders: [] } : knownHere(room, box)
        // Twelve hexadecimal digits with a letter among them are nobody's log-in.
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

/** As a log-in first, then as a mapping id: a log-in is unique, a mapping id may not be. */
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

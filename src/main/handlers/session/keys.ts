import { logInOf, type Intent, type IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { identifierKey, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import { customerKey, lookUpKey, unnamedKey } from '../../jobs/ledger/customer-key.ts'
import type { NewJob } from '../../jobs/ledger/ledger.ts'
import { ordinaryOf } from '../../jobs/steps/console.ts'
import { isPlatformIssued } from '../../jobs/steps/platform-credentials.ts'
import type { Sealing } from '../../vault/sealing.ts'

export { customerKey }

/** Finds jobs on the same box without opening a row. Keys of different connections never match. */
export const boxKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>, identifier: DeviceIdentifier): Uint8Array =>
  lookUpKey(sealing, `box ${id} ${identifierKey(identifier)}`)

/** The user ID of an intent. Undefined for a hostname, or while the user ID is not known. */
export function useridOf(asked: Intent): string | undefined {
  return logInOf(ordinaryOf(asked)).userid
}

/** The keys of a job, by customer and by box. */
export function keysOf(
  sealing: Sealing,
  connection: Pick<Connection, 'id'>,
  intent: Intent,
): Pick<NewJob, 'customerKey' | 'boxKey'> {
  const userid = useridOf(intent)
  const meant = ordinaryOf(intent)
  const unnamed = isPlatformIssued(meant) ? unnamedKey(sealing, connection) : undefined
  return {
    customerKey: userid === undefined ? unnamed : customerKey(sealing, connection, userid),
    boxKey: 'box' in meant ? boxKey(sealing, connection, meant.box.identifier) : undefined,
  }
}

/** The end of the draft id of a box for a hostname: the same box and hostname of one form are one job. */
export function hostnameDraftEnd(
  sealing: Sealing,
  connection: Pick<Connection, 'id'>,
  { hostname, box }: Pick<IntentOf<'hostname'>, 'hostname' | 'box'>,
): string {
  const key = Buffer.from(boxKey(sealing, connection, box.identifier)).toString('hex')
  return `.${Buffer.from(sealing.keyedHash(`hostname ${hostname} ${key}`)).toString('hex')}`
}

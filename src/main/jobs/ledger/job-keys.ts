import { boxOf, logInOf, type Intent, type IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { identifierKey, type DeviceIdentifier } from '../../../shared/domain/device-identifier.ts'
import type { Sealing } from '../../vault/sealing.ts'
import { ordinaryOf } from '../steps/console-steps.ts'
import { isPlatformIssued } from '../steps/platform-credentials.ts'
import { plainUserid } from '../../../shared/domain/customer/customer.ts'

/** Keyed hashes by which jobs are found without opening a row. Keys of different connections never match. */
export interface JobKeys {
  readonly customerKey: Uint8Array | undefined
  readonly boxKey: Uint8Array | undefined
}

export const customerKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>, userid: string): Uint8Array =>
  lookUpKey(sealing, `customer ${id} ${plainUserid(userid)}`)

/**
 * The key that all new customers of a connection share until the platform returns their credentials. Because of this key, only one such
 * customer is created at a time.
 */
export const unnamedKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>): Uint8Array =>
  lookUpKey(sealing, `customer without a log-in ${id}`)

const lookUpKey = (sealing: Sealing, text: string): Uint8Array => sealing.keyedHash(text).subarray(0, 16)

export const boxKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>, identifier: DeviceIdentifier): Uint8Array =>
  lookUpKey(sealing, `box ${id} ${identifierKey(identifier)}`)

/** The user ID of an intent. Undefined for a hostname, or if the user ID is not known yet. */
export const useridOf = (asked: Intent): string | undefined => logInOf(ordinaryOf(asked)).userid

export function keysOf(sealing: Sealing, connection: Pick<Connection, 'id'>, intent: Intent): JobKeys {
  const userid = useridOf(intent)
  const meant = ordinaryOf(intent)
  const box = boxOf(meant)
  const unnamed = isPlatformIssued(meant) ? unnamedKey(sealing, connection) : undefined
  return {
    customerKey: userid === undefined ? unnamed : customerKey(sealing, connection, userid),
    boxKey: box && boxKey(sealing, connection, box.identifier),
  }
}

/** The end of a draft id for a box and a hostname. One form thus makes only one job for the same box and hostname. */
export function hostnameDraftEnd(
  sealing: Sealing,
  connection: Pick<Connection, 'id'>,
  { hostname, box }: Pick<IntentOf<'hostname'>, 'hostname' | 'box'>,
): string {
  const key = Buffer.from(boxKey(sealing, connection, box.identifier)).toString('hex')
  return `.${Buffer.from(sealing.keyedHash(`hostname ${hostname} ${key}`)).toString('hex')}`
}

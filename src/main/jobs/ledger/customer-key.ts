import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Sealing } from '../../vault/sealing.ts'

/** Finds jobs of the same customer without opening a row. Keys of different connections never match. */
export const customerKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>, userid: string): Uint8Array =>
  lookUpKey(sealing, `customer ${id} ${userid.toLowerCase()}`)

/** Shared by all new customers whose log-in the platform has not told yet: only one of these is made at a time. */
export const unnamedKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>): Uint8Array =>
  lookUpKey(sealing, `customer without a log-in ${id}`)

export const lookUpKey = (sealing: Sealing, text: string): Uint8Array => sealing.keyedHash(text).subarray(0, 16)

import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Sealing } from '../../vault/sealing.ts'

/** Finds work on the same customer without opening a row; one connection's key never matches another's. */
export const customerKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>, userid: string): Uint8Array =>
  lookUpKey(sealing, `customer ${id} ${userid.toLowerCase()}`)

/** Shared by all new customers whose log-in the platform has not told yet: of these one is made at a time. */
export const unnamedKey = (sealing: Sealing, { id }: Pick<Connection, 'id'>): Uint8Array =>
  lookUpKey(sealing, `customer without a log-in ${id}`)

/** 16 bytes by which rows are found without being opened. */
export const lookUpKey = (sealing: Sealing, text: string): Uint8Array => sealing.keyedHash(text).subarray(0, 16)

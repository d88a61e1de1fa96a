import { listPartBytes } from '../../../../../shared/bridge/bulk-channels.ts'
import { readBase64 } from '../../maintenance/file-text.ts'

/** The size limit of a file, in bytes. A larger file is not a list of boxes, and its parsed rows would not fit into memory. */
export const largestBulkFile = 64 * 1024 * 1024

/** The number of parts for a file of `size` bytes. */
export const countParts = (size: number): number => Math.max(1, Math.ceil(size / listPartBytes))

/** Holds the bytes of a file, which are stored and loaded in parts. */
export function createListBytes() {
  let held = new Uint8Array()
  let taken: Uint8Array<ArrayBuffer>[] = []
  const hold = (bytes: Uint8Array<ArrayBuffer>): void => {
    held = bytes
    taken = []
  }
  return {
    hold,
    /** Returns a part to store, in base 64. `part` counts from 0. */
    part: (part: number): Promise<string> =>
      readBase64(new Blob([held.subarray(part * listPartBytes, (part + 1) * listPartBytes)])),
    take(part: string): void {
      taken.push(Uint8Array.from(atob(part), (sign) => sign.codePointAt(0) ?? 0))
    },
    /** Joins all loaded parts and keeps the result as the file. */
    async join(): Promise<Uint8Array<ArrayBuffer>> {
      hold(new Uint8Array(await new Blob(taken).arrayBuffer()))
      return held
    },
  }
}

/** Returns the SHA-256 digest of the bytes in hexadecimal digits. */
export async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

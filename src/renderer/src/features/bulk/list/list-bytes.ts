import { listPartBytes } from '../../../../../shared/bridge/list-channels.ts'
import { readBase64 } from '../../keeping/file-text.ts'

/** The bytes of a file beside what was read of them: they are kept in parts, and come back in parts. */
export interface ListBytes {
  readonly hold: (bytes: Uint8Array<ArrayBuffer>) => void
  /** A part that is kept, in base 64. */
  readonly part: (part: number) => Promise<string>
  /** The next part that came back. */
  readonly take: (part: string) => void
  /** All parts that came back, which is the file that is held from then on. */
  readonly join: () => Uint8Array<ArrayBuffer>
}

/** So many parts are kept of a file of `size` bytes. */
export const countParts = (size: number): number => Math.max(1, Math.ceil(size / listPartBytes))

export function createListBytes(): ListBytes {
  let held = new Uint8Array()
  let taken: Uint8Array<ArrayBuffer>[] = []
  const hold = (bytes: Uint8Array<ArrayBuffer>): void => {
    held = bytes
    taken = []
  }
  return {
    hold,
    part: (part) => readBase64(new Blob([held.subarray(part * listPartBytes, (part + 1) * listPartBytes)])),
    take(part) {
      taken.push(Uint8Array.from(atob(part), (sign) => sign.codePointAt(0) ?? 0))
    },
    join() {
      const whole = new Uint8Array(taken.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const bytes of taken) {
        whole.set(bytes, at)
        at += bytes.length
      }
      hold(whole)
      return whole
    },
  }
}

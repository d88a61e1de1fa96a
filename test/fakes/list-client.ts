import { createListBytes } from '../../src/renderer/src/features/bulk/list/list-bytes.ts'
import type { ListClient } from '../../src/renderer/src/features/bulk/list/list-client.ts'
import { createListReader } from '../../src/renderer/src/features/bulk/list/list-reader.ts'

/** The list reader without its worker. */
export function createFakeListClient(): ListClient {
  const reader = createListReader()
  const bytes = createListBytes()
  return {
    open: (whole) => {
      bytes.hold(whole)
      return reader.open(whole)
    },
    check: reader.check,
    stop: async () => {
      reader.stop()
    },
    goodRows: async (from, count) => reader.goodRows(from, count),
    badRows: async (from, count) => reader.badRows(from, count),
    mend: async (line, cells) => reader.mend(line, cells),
    part: bytes.part,
    take: async (part) => {
      bytes.take(part)
    },
    openTaken: (mended) => reader.open(bytes.join(), mended),
    putSavedFirst: async (lines) => reader.putSavedFirst(lines),
    end: () => {
      reader.stop()
    },
  }
}

import { expect, it } from 'vitest'
import { countParts, createListBytes } from '../../../../../../src/renderer/src/features/bulk/list/parse-table.ts'
import { listPartBytes } from '../../../../../../src/shared/bridge/bulk-channels.ts'

it.each([1, listPartBytes - 1, listPartBytes, listPartBytes + 1, 3 * listPartBytes + 17])(
  'a file of %i bytes stays the same when it is stored and loaded in parts, twice',
  async (size) => {
    const file = Uint8Array.from({ length: size }, (_, index) => (index * 31) % 256)
    let bytes = createListBytes()
    bytes.hold(file)
    for (let turn = 0; turn < 2; turn += 1) {
      const other = createListBytes()
      for (let part = 0; part < countParts(size); part += 1) {
        const text = await bytes.part(part)
        expect(text.length).toBeLessThanOrEqual(Math.ceil(listPartBytes / 3) * 4)
        other.take(text)
      }
      expect(Buffer.from(await other.join()).equals(Buffer.from(file))).toBe(true)
      bytes = other
    }
  },
)

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createBulkStore } from '../../../../../src/renderer/src/features/bulk/bulk-store.ts'
import { readDeviceIdentifier } from '../../../../../src/shared/domain/device-identifier.ts'
import { createFakeBridge } from '../../../../fakes/bridge.ts'
import { createFakeListClient } from '../../../../fakes/list-client.ts'
import { makeWorkday, trainingConnection } from '../../../../fakes/world.ts'

vi.mock(import('../../../../../src/shared/domain/device-identifier.ts'), async (load) => {
  const real = await load()
  return { ...real, readDeviceIdentifier: vi.fn<typeof readDeviceIdentifier>(real.readDeviceIdentifier) }
})

const countReadings = (text: string): number =>
  vi.mocked(readDeviceIdentifier).mock.calls.filter(([read]) => read === text).length

describe('the box of a row', () => {
  beforeEach(() => {
    vi.mocked(readDeviceIdentifier).mockClear()
  })

  it('is read once when the row is checked, and once when it is fixed', async () => {
    const bulk = createBulkStore({
      bridge: createFakeBridge(makeWorkday('loopback', 0)),
      connectionId: 'one',
      connection: () => trainingConnection,
      createClient: createFakeListClient,
    })
    await bulk.open('boxes.csv', new Blob(['mac\n001A79000001\nrubbish!']))
    // To find the delimiter, the first lines were read as well.
    vi.mocked(readDeviceIdentifier).mockClear()
    await bulk.check()
    expect([countReadings('001A79000001'), countReadings('rubbish!')]).toEqual([1, 1])
    const [bad] = bulk.getState().bad
    if (bad === undefined) throw new Error('no row with faults')
    await bulk.fix(bad, ['001A79000002'])
    expect(bulk.getState().progress).toMatchObject({ good: 2, bad: 0 })
    expect(countReadings('001A79000002')).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import type { FleetDocument } from '../../../../src/shared/fleet/hub-calls.ts'
import type { Scene } from './scene.ts'

const makeDocument = (serial: number, more: Partial<FleetDocument> = {}): FleetDocument => ({
  kind: 'policy',
  name: 'main',
  serial,
  text: `policy ${serial}`,
  key: 'a2V5',
  signature: 'c2ln',
  ...more,
})

const report = (name: string, serial = 1) => ({ kind: 'policy', name, serial, outcome: 'taken' }) as const

export function describeDocuments(here: () => Scene): void {
  const stage = async () => {
    const { fleet } = here()
    const [north, south] = [await fleet.enrol('N', { group: 'North' }), await fleet.enrol('S', { group: 'South' })]
    return { north, south, supervisor: await fleet.supervisor() }
  }

  describe('documents at the hub', () => {
    it('are offered to all stations or to one group, and only with the highest serial', async () => {
      const { north, south, supervisor } = await stage()
      await supervisor.call('documents.put', makeDocument(1))
      await supervisor.call('documents.put', makeDocument(2, { group: 'North' }))
      expect((await north.call('documents.get', { known: [] })).documents).toEqual([
        makeDocument(2, { group: 'North' }),
      ])
      expect((await south.call('documents.get', { known: [] })).documents).toEqual([makeDocument(1)])
      await supervisor.call('documents.put', makeDocument(3))
      expect(
        (await north.call('documents.get', { known: [{ kind: 'policy', name: 'main', serial: 2 }] })).documents,
      ).toEqual([makeDocument(3)])
      const known = [{ kind: 'policy', name: 'main', serial: 3 } as const]
      expect(await north.call('documents.get', { known })).toEqual({ documents: [], hasMore: false })
    })

    it('are reported on by one station at most two hundred times', async () => {
      const { north } = await stage()
      for (let count = 0; count < 200; count += 1) await north.call('documents.taken', report(`d${count}`))
      expect(await north.codeOf('documents.taken', report('one more'))).toBe('too-large')
      expect(await north.codeOf('documents.taken', report('d0', 2))).toBe('ok')
    })

    it('need a higher serial than before, but an identical document may be put twice', async () => {
      const { supervisor } = await stage()
      await supervisor.call('documents.put', makeDocument(2))
      await supervisor.call('documents.put', makeDocument(2))
      expect(await supervisor.codeOf('documents.put', makeDocument(2, { text: 'another' }))).toBe('conflict')
      expect(await supervisor.codeOf('documents.put', makeDocument(1))).toBe('conflict')
    })

    it('are sent in pages of limited size', async () => {
      const { north, supervisor } = await stage()
      const text = 'x'.repeat(200_000)
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
        await supervisor.call('documents.put', makeDocument(1, { kind: 'handout', name, text }))
      const first = await north.call('documents.get', { known: [] })
      expect([first.documents.map(({ name }) => name).join(''), first.hasMore]).toEqual(['abcde', true])
      const second = await north.call('documents.get', { known: first.documents })
      expect([second.documents.map(({ name }) => name).join(''), second.hasMore]).toEqual(['fg', false])
    })

    it('are shown on the board with the serial that a station has accepted', async () => {
      const { north, supervisor } = await stage()
      const shown = async () => (await supervisor.call('board.read', { stations: [north.id] })).stations[0]?.documents
      await north.call('documents.taken', { kind: 'policy', name: 'main', serial: 2, outcome: 'taken' })
      await north.call('documents.taken', { kind: 'policy', name: 'main', serial: 3, outcome: 'refused' })
      await north.call('documents.taken', { kind: 'policy', name: 'main', serial: 1, outcome: 'taken' })
      expect(await shown()).toEqual([{ kind: 'policy', name: 'main', serial: 2 }])
    })

    it('can be put only by supervisors', async () => {
      const { north } = await stage()
      expect(await north.codeOf('documents.put', makeDocument(1))).toBe('not-allowed')
    })
  })
}

import { expect, it } from 'vitest'
import { createDraw } from '../../../src/sandbox/faults/choose-fault.ts'
import { makeWork } from '../../faults/make-work.ts'

it('generated lists of work never contain a box twice, even across two lists', () => {
  // This seed drew a box twice, and the count of its effects looked like doubled work.
  const draw = createDraw(1_216_614_259)
  const taken = new Set<string>()
  const work = [...makeWork(800, draw, taken), ...makeWork(800, draw, taken)]
  const created = work.flatMap(({ effects }) => effects.filter((effect) => effect.startsWith('create')))
  expect(new Set(created).size).toBe(created.length)
})

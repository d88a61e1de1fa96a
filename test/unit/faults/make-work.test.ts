import { expect, it } from 'vitest'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { makeListed, makeWork } from '../../faults/make-work.ts'

it('generated lists of work never contain a box twice, even across two lists', () => {
  // This seed drew a box twice, and the count of its effects looked like doubled work.
  const draw = createDraw(1_216_614_259)
  const taken = new Set<string>()
  const work = [...makeWork(800, draw, taken), ...makeWork(800, draw, taken)]
  const created = work.flatMap(({ effects }) => effects.filter((effect) => effect.startsWith('create')))
  expect(new Set(created).size).toBe(created.length)
})

it('generated lists of work never contain a user ID twice, even across several lists', () => {
  const twice: string[] = []
  for (let seed = 1; seed <= 30; seed += 1) {
    const draw = createDraw(seed)
    const taken = new Set<string>()
    const seen = new Set<string>()
    for (const { intent } of [
      ...makeWork(200, draw, taken),
      ...makeWork(200, draw, taken),
      ...makeListed(200, draw, taken),
    ]) {
      const userid = intent.kind === 'new-customer' ? intent.logIn.userid : undefined
      if (userid === undefined) continue
      if (seen.has(userid)) twice.push(userid)
      seen.add(userid)
    }
  }
  expect(twice).toEqual([])
})

import { expect, test } from 'vitest'
import { makeFolder } from '../../fakes/folder.ts'
import { runDrawn } from '../../faults/dialects/run-drawn.ts'

/** Platforms of several encodings; even seeds without faults, odd seeds with faults and kills. */
test.each([1000, 1004, 1012, 1018, 1007, 1017])(
  'no job contradicts the ledger of the generated platform %i or is left without an action',
  { timeout: 120_000 },
  async (seed) => {
    const weather = seed % 2 === 0 ? { faults: 0, kills: 0, hides: 0 } : { faults: 0.12, kills: 0.01, hides: 0 }
    const { wrong, jobs } = await runDrawn({ seed, folder: makeFolder(), weather, resendsRenewals: seed % 4 < 2 })
    expect(wrong).toEqual([])
    expect(jobs).toBe(28)
  },
)

/** On these platforms a list became empty in the same millisecond in which it was read, and customers were created twice. */
test.each([5064, 5098])(
  'no job contradicts the ledger of the generated platform %i, whose lists are empty for a while after a fault',
  { timeout: 120_000 },
  async (seed) => {
    const weather = { faults: 0.3, kills: 0.01, hides: 1 }
    const { wrong } = await runDrawn({ seed, folder: makeFolder(), weather, resendsRenewals: seed % 4 < 2 })
    expect(wrong).toEqual([])
  },
)

test('a platform that names the wrapper of its lists Retorno needs no technician once it is mapped', async () => {
  const weather = { faults: 0, kills: 0, hides: 0 }
  const { wrong, mapped } = await runDrawn({
    seed: 1_597_677_274_034,
    folder: makeFolder(),
    weather,
    resendsRenewals: false,
  })
  expect({ wrong, mapped }).toEqual({ wrong: [], mapped: [] })
})

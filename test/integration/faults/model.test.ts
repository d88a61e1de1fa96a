import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../fakes/folder.ts'
import { cases } from '../../faults/model/cases.ts'
import { openStage, playEvents } from '../../faults/model/stage.ts'
import { model } from '../../faults/targets/model.ts'
import { holdTarget } from './hold-target.ts'

/** The last seed is that of a soak that found an error no earlier run had found. */
test.each([20_240_614, 20_261_122, 777_001])(
  'random sequences of events break no promise (seed %i)',
  { timeout: 120_000 },
  (seed) => holdTarget(model, 40, seed),
)

test.each(cases)(
  'a sequence of events that once broke a promise no longer breaks it: $broke',
  async ({ events, ...setting }) => {
    const stage = await openStage(makeFolder())
    onTestFinished(stage.close)

    await expect(playEvents(stage, setting, events)).resolves.toBeUndefined()
  },
)

import { join } from 'node:path'
import * as fc from 'fast-check'
import type { Event } from '../model/events.ts'
import { anySequence } from '../model/sequences.ts'
import { openStage, playEvents, type Setting } from '../model/stage.ts'
import { judge, type Target } from './target.ts'

/** Tries to shorten a counter-example; then the shortest so far is used. */
const mostShrinks = 300
const longest = 24

/** Any events in any order: no sequence may break a promise. Counter-examples are shortened. */
export const model: Target = async (options) => {
  const { seed, folder, size = 10_000, say } = options
  const stage = await openStage(folder)
  let sequences = 0
  let events = 0
  let shrinks: number | undefined
  let broken: Setting | undefined

  const details = await fc.check(
    fc.asyncProperty(anySequence(longest), async (sequence) => {
      if (shrinks !== undefined) shrinks += 1
      if ((shrinks ?? 0) > mostShrinks) return
      // While a counter-example is shortened, its settings stay the same.
      const setting = broken ?? settingOf(seed, sequences)
      if (broken === undefined) sequences += 1
      else stage.clear()
      if (broken === undefined && sequences % 500 === 0) say?.(`${sequences} sequences`)
      try {
        await stage.play(setting, async (shop, stock) => {
          await fc.asyncModelRun(() => ({ model: {}, real: { shop, stock } }), sequence)
          events += Array.from(sequence).length
        })
      } catch (error) {
        shrinks ??= 0
        broken ??= setting
        throw error
      }
    }),
    { seed, numRuns: size, endOnFailure: false },
  )
  stage.close()
  const { failed, counterexamplePath, counterexample, errorInstance, numShrinks } = details
  const shortest = failed ? Array.from(counterexample?.[0] ?? [], (one) => JSON.parse(String(one)) as Event) : []
  return judge('model', options, {
    figure: `${failed ? details.numRuns - 1 : details.numRuns} sequences, ${events} events, ${failed ? 1 : 0} violations`,
    bound: `${size} sequences with no violation`,
    wrong:
      broken === undefined
        ? []
        : [
            messageOf(errorInstance),
            `path ${counterexamplePath} after ${numShrinks} shrinks; ${await playAlone(folder, broken, shortest)}`,
            `for test/faults/model/cases.ts: ${JSON.stringify({ ...broken, events: shortest })}`,
          ],
  })
}

/** Alternates whether renewals are sent again automatically, and whether product names are known. */
const settingOf = (seed: number, number: number): Setting => ({
  seed: seed + number,
  resendsRenewals: number % 2 === 0,
  knowsProducts: number % 4 < 2,
})

/** Only a case that also fails on a platform of its own is worth storing. */
async function playAlone(folder: string, setting: Setting, events: readonly Event[]): Promise<string> {
  const stage = await openStage(join(folder, 'alone'))
  const outcome = await playEvents(stage, setting, events).then(
    () => 'played alone it breaks nothing',
    (error: unknown) => `played alone: ${error instanceof Error ? error.message : String(error)}`,
  )
  stage.close()
  return outcome
}

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

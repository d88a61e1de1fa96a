import { expect, test } from 'vitest'
import { replayAttack } from '../../security/replay-attack.ts'
import { csp } from '../../security/targets/csp.ts'
import { holdTarget } from '../faults/hold-target.ts'
import { makeFolder } from '../../fakes/folder.ts'

const replay = async (files: readonly string[], least: number) => {
  const folder = makeFolder()
  return await replayAttack('attack', { title: 'an attack', files, least })({ seed: 1, folder })
}
const file = 'test/unit/shared/domain/csv-cell.test.ts'

test('the replay of a closed attack succeeds if its tests pass, and fails if there are too few of them', async () => {
  expect((await replay([file], 15)).wrong).toEqual([])
  expect((await replay([file], 1000)).wrong).toEqual([expect.stringMatching(/^only \d+ of 1000 tests held$/)])
}, 60_000)

test('the replay of a closed attack fails if its tests are gone, and names the missing file', async () => {
  const { holds, wrong } = await replay([file, 'test/unit/gone.test.ts'], 1)
  expect(holds).toBe(false)
  expect(wrong).toContain('test/unit/gone.test.ts does not exist')
})

test('every answer of both hosts has a content security policy without a looser source', () => holdTarget(csp, 1))

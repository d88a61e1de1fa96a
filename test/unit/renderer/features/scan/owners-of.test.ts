import { expect, test } from 'vitest'
import { ownersOf } from '../../../../../src/renderer/src/features/scan/known-boxes.tsx'
import { makeJob } from '../../../../fakes/world.ts'

const job = (state: 'done' | 'unconfirmed' | 'saved' | 'refused' | 'dropped', userid: string) => ({
  ...makeJob(state, 1, 5).summary,
  userid,
  customerName: `Name of ${userid}`,
  createdAt: 5,
})
const holder = (userid: string, at: number) => ({ by: 'customer' as const, at, userid, name: `${userid} there` })

test('the owners of a box are the customers of its finished jobs and those that the platform names for it', () => {
  const owners = ownersOf({ jobs: [job('done', 'rosa'), job('unconfirmed', 'ida')], holders: [holder('ann', 9)] })
  expect(owners.map(({ userid, isToldByPlatform }) => [userid, isToldByPlatform])).toEqual([
    ['ann', true],
    ['rosa', false],
    ['ida', false],
  ])
})

test("a customer is listed once, and the platform's statement wins over that of a job", () => {
  const owners = ownersOf({ jobs: [job('done', 'rosa')], holders: [holder('rosa', 9), holder('rosa', 3)] })
  expect(owners).toEqual([{ userid: 'rosa', name: 'rosa there', at: 9, isToldByPlatform: true }])
})

test('neither an unfinished job nor a hostname makes a customer the owner of a box', () => {
  expect(
    ownersOf({
      jobs: [job('saved', 'rosa'), job('refused', 'ida'), job('dropped', 'ann')],
      holders: [
        { by: 'hostname', at: 1, hostname: 'tv.north.example' },
        { by: 'customer', at: 1 },
      ],
    }),
  ).toEqual([])
})

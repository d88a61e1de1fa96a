import { describe, expect, test } from 'vitest'
import {
  decideOffer,
  rolloutPlace,
  type UpdateList,
  updateListSchema,
} from '../../../../src/main/updates/signed-list.ts'
import { updateRings } from '../../../../src/shared/domain/update.ts'
import { describeFile, makeList } from '../../../fakes/publisher.ts'

const listOf = (changed: Partial<UpdateList>): UpdateList => updateListSchema.parse(JSON.parse(makeList(changed)))
const computer = { version: '0.1.0', systems: ['linux-x64'], ring: 'normal', installation: 'ABCDEF' } as const
const offer = (changed: Partial<UpdateList>, other: Partial<Parameters<typeof decideOffer>[1]> = {}) =>
  decideOffer(listOf(changed), { ...computer, ...other })

test('a newer version in the list is offered with the file for this system', () => {
  const files = ['win32-x64', 'linux-x64'].map((system) => describeFile(`for-${system}`, system, Buffer.from(system)))
  expect(offer({ files })).toMatchObject({
    is: 'update',
    update: { version: '0.2.0', file: { name: 'for-linux-x64' } },
  })
})

test('a computer that can run files for several systems is offered the first one that the list has', () => {
  const files = [describeFile('both.zip', 'darwin-universal', Buffer.from('a'))]
  expect(offer({ files }, { systems: ['darwin-arm64', 'darwin-universal'] })).toMatchObject({
    update: { file: { name: 'both.zip' } },
  })
})

test.each([
  ['0.1.0', { is: 'current' }],
  ['0.0.9', { is: 'refused', refusal: 'older-version', version: '0.0.9' }],
  ['0.1.10', { is: 'update' }],
  ['0.10.0', { is: 'update' }],
  ['1.0.0', { is: 'update' }],
])('a list with the version %s gives a computer with the version 0.1.0 the result %j', (version, expected) => {
  expect(offer({ version })).toMatchObject(expected)
})

test('a version without a file for this system is refused', () => {
  expect(offer({}, { systems: ['win32-x64'] })).toEqual({ is: 'refused', refusal: 'no-file', version: '0.2.0' })
})

test('a version that did not start is not tried again, but the next one is', () => {
  const failed = { version: '0.2.0', refusal: 'not-started' } as const
  expect(offer({}, { failed })).toEqual({ is: 'refused', refusal: 'not-started', version: '0.2.0' })
  expect(offer({ version: '0.2.1' }, { failed })).toMatchObject({ is: 'update' })
})

describe('a ring of the rollout', () => {
  const early = updateRings.map((own) => updateRings.map((ring) => offer({ ring, percentage: 100 }, { ring: own }).is))

  test('gets the versions for this ring and for later rings', () => {
    expect(early).toEqual([
      ['update', 'update', 'update'],
      ['later', 'update', 'update'],
      ['later', 'later', 'update'],
    ])
  })

  test('gets a version for a later ring, even while the rollout in the later ring is at 0 percent', () => {
    expect(offer({ ring: 'late', percentage: 0 }, { ring: 'normal' }).is).toBe('update')
    expect(offer({ ring: 'late', percentage: 0 }, { ring: 'late' }).is).toBe('later')
  })
})

describe('a rollout to a percentage of the computers', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => `ID${index}`)
  const reached = (percentage: number, version = '0.2.0') =>
    ids.filter((installation) => offer({ ring: 'normal', percentage, version }, { installation }).is === 'update')

  test('reaches about that share of the computers, none at 0 percent and all at 100 percent', () => {
    expect(reached(0)).toEqual([])
    expect(reached(100)).toEqual(ids)
    expect(reached(20).length).toBeGreaterThan(320)
    expect(reached(20).length).toBeLessThan(480)
  })

  test('reaches further computers when the percentage grows, and loses none', () => {
    const twenty = new Set(reached(20))
    const fifty = new Set(reached(50))
    expect([...twenty].filter((id) => !fifty.has(id))).toEqual([])
  })

  test('selects other computers for each version', () => {
    expect(reached(20, '0.3.0')).not.toEqual(reached(20))
  })

  test('reaches a computer early if the former version failed on it', () => {
    const failed = { version: '0.1.9', refusal: 'not-started' } as const
    expect(offer({ ring: 'normal', percentage: 1 }, { failed, installation: undefined }).is).toBe('update')
    expect(offer({ ring: 'normal', percentage: 0 }, { failed }).is).toBe('later')
  })

  test('reaches a computer without an installation id last', () => {
    expect(rolloutPlace(undefined, '0.2.0')).toBe(99)
    expect(offer({ ring: 'normal', percentage: 99 }, { installation: undefined }).is).toBe('later')
  })
})

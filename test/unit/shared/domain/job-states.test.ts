import { expect, test } from 'vitest'
import { isIn, jobStates, statesOf } from '../../../../src/shared/domain/job.ts'

test('a job either runs or rests', () => {
  expect(jobStates.filter((state) => isIn('running', state) === isIn('resting', state))).toEqual([])
})

test('a job is either unfinished or settled', () => {
  expect(jobStates.filter((state) => isIn('unfinished', state) === isIn('settled', state))).toEqual([])
})

test('a job whose call is under way cannot be transferred to another computer', () => {
  expect(statesOf('leftBehind').filter((state) => !isIn('transferable', state))).toEqual(['sending'])
})

test('a job that may still be sent keeps its personal values', () => {
  expect(statesOf('purgeable').filter((state) => isIn('unfinished', state))).toEqual([])
})

test('a set of job states lists its states in the order of all job states', () => {
  expect(statesOf('running')).toEqual(['saved', 'sending', 'checking', 'waiting'])
})

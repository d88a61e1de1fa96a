import { expect, test } from 'vitest'
import { createOneAtATime } from '../../../src/shared/one-at-a-time.ts'

test('work waits until the work before it has ended, and returns its result', async () => {
  const oneAtATime = createOneAtATime()
  const seen: string[] = []
  const slow = Promise.withResolvers<string>()
  const first = oneAtATime(async () => {
    seen.push('first begins')
    const result = await slow.promise
    seen.push('first ends')
    return result
  })
  const second = oneAtATime(async () => {
    seen.push('second begins')
    return 2
  })
  await Promise.resolve()
  expect(seen).toEqual(['first begins'])
  slow.resolve('one')
  expect(await Promise.all([first, second])).toEqual(['one', 2])
  expect(seen).toEqual(['first begins', 'first ends', 'second begins'])
})

test('work that fails reports its error, and the work after it runs', async () => {
  const oneAtATime = createOneAtATime()
  const failing = oneAtATime(() => Promise.reject(new Error('no disk')))
  const later = oneAtATime(async () => 'done')
  await expect(failing).rejects.toThrow('no disk')
  expect(await later).toBe('done')
})

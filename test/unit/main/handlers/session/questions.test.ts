import { expect, test } from 'vitest'
import { createQuestions } from '../../../../../src/main/handlers/session/session.ts'

/** Answers when the test says so, or at once when it is cancelled. */
function makeQuestion() {
  let go: ((answer: string) => void) | undefined
  const put = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      go = resolve
      signal.addEventListener('abort', () => resolve('called off'))
    })
  return { put, answer: (text: string) => go?.(text) }
}

test('a question cancels the earlier question of the same slot, but not that of another slot', async () => {
  const questions = createQuestions()
  const [first, second, other] = [makeQuestion(), makeQuestion(), makeQuestion()]
  const asked = [questions.ask('list', first.put), questions.ask('page', other.put), questions.ask('list', second.put)]
  second.answer('two')
  other.answer('three')
  expect(await Promise.all(asked)).toEqual(['superseded', 'three', 'two'])
})

test('a cancelled question returns "superseded" and frees its slot', async () => {
  const questions = createQuestions()
  const [first, second] = [makeQuestion(), makeQuestion()]
  const asked = questions.ask('list', first.put)
  questions.cancel('list')
  questions.cancel('none')
  expect(await asked).toBe('superseded')
  const again = questions.ask('list', second.put)
  second.answer('two')
  expect(await again).toBe('two')
})

test('a question that throws an error frees its slot', async () => {
  const questions = createQuestions()
  await expect(questions.ask('list', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await questions.ask('list', () => Promise.resolve('two'))).toBe('two')
})

test('a question asked with `follow` returns its own result even if a newer question cancelled it', async () => {
  const questions = createQuestions()
  const [first, second] = [makeQuestion(), makeQuestion()]
  const asked = questions.follow('console', first.put)
  const again = questions.follow('console', second.put)
  second.answer('two')
  expect(await Promise.all([asked, again])).toEqual(['called off', 'two'])
})

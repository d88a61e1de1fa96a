import { expect, test } from 'vitest'
import { judgeAnswers } from '../../faults/dialects/judge-answers.ts'
import { answers } from '../../faults/targets/answers.ts'
import { holdTarget } from './hold-target.ts'

test(
  "what Setdesk understands from the answers of a generated platform never contradicts the platform's ledger",
  { timeout: 240_000 },
  () => holdTarget(answers, 6000),
)

/** Seeds whose first platform was once misjudged. */
test.each([
  ['says "Success: false" for a refused token and for a customer who is not there', 1_485_954_472],
  ['numbers its errors in a field named errorNo', 3_437_578_910],
  ['says "data is empty" for an empty list', 1_075_656_093],
])('what Setdesk understands never contradicts the ledger of a platform that %s', (_, seed) => {
  expect(judgeAnswers({ seed, size: 60 }).contradictions).toEqual([])
})

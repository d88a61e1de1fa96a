import { expect, test } from 'vitest'
import { listFiles, readText } from './project-files.ts'

const sqlOnJobs = /\b(?:FROM|UPDATE|INTO|JOIN)\s+(?:job|step|entry)\b/
const mayHaveIt = /^src\/main\/(?:jobs\/ledger|storage\/migrations)\//

test('SQL on jobs, steps and entries is only in the ledger and the migrations', () => {
  const users = listFiles('src', /\.tsx?$/).filter((path) => sqlOnJobs.test(readText(path)))
  expect(users.filter((path) => mayHaveIt.test(path))).not.toEqual([])
  expect(users.filter((path) => !mayHaveIt.test(path))).toEqual([])
})

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../../../src/main/storage/database.ts'
import { openWatched } from '../../../../../src/main/jobs/ledger/check-ledger.ts'
import { markEnding } from '../../../../../src/main/storage/files.ts'
import { makeFolder } from '../../../../fakes/folder.ts'
import { leaveHalfChanged } from '../../../../fakes/half-changed.ts'

/** The path of a file left by a killed process: two jobs, both only in its log. */
function leaveTwoJobs(): string {
  const folder = makeFolder()
  const path = join(folder, 'live.db')
  const opened = openWatched(path)
  if (!opened.ok) throw new Error(opened.problem)
  for (const id of ['one', 'two'])
    inTransaction(opened.database, () =>
      opened.database
        .prepare(
          `INSERT INTO job (id, draft_id, connection_id, kind, state, revision, created_at, updated_at, sealed)
            VALUES (?, ?, 'north', 'hostname', 'saved', 1, 1, 1, x'00')`,
        )
        .run(id, id),
    )
  const left = join(folder, 'setdesk.db')
  for (const end of ['', '-wal', markEnding]) copyFileSync(path + end, left + end)
  opened.database.close()
  return left
}
const open = (path: string): string => {
  const opened = openWatched(path)
  if (!opened.ok) return opened.problem
  const { count } = opened.database.prepare('SELECT count(*) AS count FROM job').get() ?? {}
  opened.database.close()
  return `${String(count)} jobs`
}

test('a ledger from a killed process opens with all committed jobs', () => {
  const path = leaveTwoJobs()
  expect([open(path), open(path)]).toEqual(['2 jobs', '2 jobs'])
})

const remove = (path: string): void => rmSync(`${path}-wal`)
const cut = (path: string): void => truncateSync(`${path}-wal`, readFileSync(`${path}-wal`).length - 1)
const spoil = (path: string): void => {
  const log = readFileSync(`${path}-wal`)
  log[log.length - 10] = (log[log.length - 10] ?? 0) ^ 1
  writeFileSync(`${path}-wal`, log)
}

test('the ledger counts as damaged if its write-ahead log was removed, cut or changed, and both files stay unchanged', () => {
  for (const damage of [remove, cut, spoil]) {
    const path = leaveTwoJobs()
    damage(path)
    const parts = ['', '-wal'].map((end) => path + end).filter((part) => existsSync(part))
    const before = parts.map((part) => readFileSync(part))
    expect([open(path), open(path)]).toEqual(['damaged', 'damaged'])
    expect(parts.map((part) => readFileSync(part))).toEqual(before)
  }
})

test('a missing ledger is not replaced by a new one if a note in the folder shows that there was one', () => {
  const path = leaveTwoJobs()
  for (const end of ['', '-wal']) rmSync(path + end)
  expect(open(path)).toBe('damaged')
  rmSync(path + markEnding)
  expect(open(path)).toBe('0 jobs')
})

test('an unreadable note beside the ledger is ignored', () => {
  for (const text of ['', 'rubbish', '00000000 {"jobs":9,"entries":9}']) {
    const path = leaveTwoJobs()
    writeFileSync(path + markEnding, text)
    expect(open(path)).toBe('2 jobs')
  }
})

test('the ledger opens without the note if the note cannot be written', () => {
  const path = leaveTwoJobs()
  rmSync(path + markEnding)
  mkdirSync(path + markEnding)
  expect(open(path)).toBe('2 jobs')
})

test('a ledger with fewer jobs than the note says counts as damaged, also after a kill in the middle of a change', () => {
  const path = leaveTwoJobs()
  rmSync(`${path}-wal`)
  leaveHalfChanged(path, "INSERT INTO fact VALUES ('half', hex(zeroblob(300000)))")
  const before = ['', '-journal'].map((end) => readFileSync(path + end))
  expect(open(path)).toBe('damaged')
  expect(['', '-journal'].map((end) => readFileSync(path + end))).toEqual(before)
  rmSync(path + markEnding)
  expect(open(path)).toBe('0 jobs')
})

import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { finishSwap, keptName, ledgerFileName, swapIn } from '../../../../src/main/storage/files.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const stamp = '20270115T090000'
const kept = keptName('before-restore', stamp)

/** A folder with a ledger, its companion files, and a file that will replace it. */
function makeFolderToSwap(): { readonly folder: string; readonly fresh: string } {
  const folder = makeFolder()
  for (const [end, text] of [
    ['', 'old'],
    ['-wal', 'old log'],
    ['-shm', 'old index'],
    ['-journal', 'old journal'],
    ['-mark', 'old mark'],
  ])
    writeFileSync(join(folder, ledgerFileName + end), text ?? '')
  const fresh = join(folder, '.setdesk-fresh.db')
  writeFileSync(fresh, 'new')
  return { folder, fresh }
}
const read = (folder: string, name: string): string | undefined =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined

/** Renames this many files, then fails like a power cut. */
function renameUntil(count: number): typeof renameSync {
  let done = 0
  return (from, to) => {
    if (done === count) throw new Error('the power is cut')
    done += 1
    renameSync(from, to)
  }
}
const isWhole = (folder: string): 'old' | 'new' => {
  const ledger = [read(folder, ledgerFileName), read(folder, `${ledgerFileName}-wal`)]
  if (ledger[0] === 'old') {
    expect(ledger[1]).toBe('old log')
    return 'old'
  }
  expect(ledger).toEqual(['new', undefined])
  expect(read(folder, `${ledgerFileName}-journal`)).toBeUndefined()
  expect(['', '-wal', '-journal'].map((end) => read(folder, kept + end))).toEqual(['old', 'old log', 'old journal'])
  return 'new'
}

test('a swap of the ledger moves the old file aside with all its companion files', () => {
  const { folder, fresh } = makeFolderToSwap()
  expect(swapIn(folder, fresh, 'before-restore', stamp)).toBe(kept)
  expect(isWhole(folder)).toBe('new')
  expect(readdirSync(folder).toSorted()).toEqual(
    [kept, `${kept}-journal`, `${kept}-mark`, `${kept}-shm`, `${kept}-wal`, ledgerFileName].toSorted(),
  )
})

describe('a swap of the ledger that was interrupted', () => {
  test.each([0, 1, 2, 3, 4, 5, 6])(
    'after %i renamed files leaves either the old or the new file, complete, at the next start',
    (count) => {
      const { folder, fresh } = makeFolderToSwap()
      expect(() => swapIn(folder, fresh, 'before-restore', stamp, renameUntil(count))).toThrow('power')

      finishSwap(folder)

      expect(isWhole(folder)).toBe(count < 2 ? 'old' : 'new')
      expect(readdirSync(folder).filter((name) => name.includes('next'))).toEqual([])
    },
  )

  test.each([0, 1, 2, 3, 4])(
    'and whose repair was interrupted after %i files is completed by the next start',
    (count) => {
      const { folder, fresh } = makeFolderToSwap()
      expect(() => swapIn(folder, fresh, 'before-restore', stamp, renameUntil(2))).toThrow('power')
      expect(() => finishSwap(folder, renameUntil(count))).toThrow('power')

      finishSwap(folder)

      expect(isWhole(folder)).toBe('new')
    },
  )
})

test('a folder in which no swap was begun stays unchanged', () => {
  const { folder } = makeFolderToSwap()
  const before = readdirSync(folder)
  finishSwap(folder)
  expect(readdirSync(folder)).toEqual(before)
  finishSwap(join(folder, 'not there'))
})

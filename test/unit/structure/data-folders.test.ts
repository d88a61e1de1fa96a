import { expect, test } from 'vitest'
import { findDataFile } from '../../../src/main/storage/data-files.ts'
import { listFiles } from './project-files.ts'

test('the project contains no data folder of an app that was run in it', () => {
  const files = listFiles('.', /./)
  expect(files).toContain('src/main/storage/data-files.ts')
  expect(
    files.filter((path) => ['key', 'ledger', 'process'].includes(findDataFile(nameOf(path))?.holds ?? '')),
  ).toEqual([])
})

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

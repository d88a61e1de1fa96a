import { describe, expect, test } from 'vitest'
import { chooseOutdated, nextName, type BackupName } from '../../../../src/main/maintenance/backup-files.ts'

/** Newest first: the first day is the last one with a backup. */
const made = (...days: readonly string[]): readonly BackupName[] =>
  days.map((day, index) => ({ name: `${day} ${index}`, number: days.length - index, day }))
const outdated = (names: readonly BackupName[], oldestDay?: string): readonly string[] =>
  chooseOutdated(names, oldestDay).map(({ name }) => name)

test('the last three backups are kept, whenever they were made', () => {
  expect(outdated(made('d1', 'd1', 'd1', 'd1', 'd1'))).toEqual(['d1 3', 'd1 4'])
})

test('of the last seven days that have a backup, the newest backup of each day is kept', () => {
  const days = ['d9', 'd8', 'd7', 'd6', 'd5', 'd4', 'd3', 'd2', 'd1']
  expect(outdated(made(...days))).toEqual(['d2 7', 'd1 8'])
  expect(outdated(made('d9', 'd9', 'd9', 'd8', 'd8', 'd7'))).toEqual(['d8 4'])
})

test('a backup older than the retention period is removed, unless it is the newest of all', () => {
  expect(outdated(made('20270110', '20270105', '20261201'), '20270101')).toEqual(['20261201 2'])
  expect(outdated(made('20261201', '20261130'), '20270101')).toEqual(['20261130 1'])
})

describe('the name of a backup', () => {
  test('has a number that grows even if the clock is set back', () => {
    expect(nextName([], '20270115T090000')).toBe('setdesk-000001-20270115T090000.db')
    expect(nextName([{ name: '', number: 41, day: '20270115' }], '19700101T000000')).toBe(
      'setdesk-000042-19700101T000000.db',
    )
  })
})

import { expect, test } from 'vitest'
import { readRetryAfter } from '../../../../src/platform/interpret.ts'
const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['seconds', { 'retry-after': ' 120 ' }, 120_000],
  ['a wait of 0 seconds', { 'retry-after': '0' }, 0],
  ['a date, by the local clock', { 'retry-after': 'Sun, 01 Mar 2026 12:00:30 GMT' }, 30_000],
  [
    "a date, by the platform's clock if the answer has one",
    { 'retry-after': 'Tue, 01 Mar 2016 12:00:30 GMT', date: 'Tue, 01 Mar 2016 12:00:20 GMT' },
    10_000,
  ],
  ['a date in the past', { 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }, 0],
  ['a wait of more than an hour', { 'retry-after': '9999999999' }, 3_600_000],
  ['nothing', {}, undefined],
  ['an empty value', { 'retry-after': '' }, undefined],
  ['words', { 'retry-after': 'soon' }, undefined],
])('the pause that the platform asks for is read from a header with %s', (_, headers, expected) => {
  expect(readRetryAfter(headers as Readonly<Record<string, string>>, now)).toBe(expected)
})

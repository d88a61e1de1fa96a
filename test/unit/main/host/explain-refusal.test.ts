import { expect, test } from 'vitest'
import { explainRefusal } from '../../../../src/main/host/folder-owner.ts'

test('the refusal to start says which process owns the folder, since when and at which address, if known', () => {
  const known = explainRefusal('/data', { reason: 'in-use', ownerPid: 42, since: 0, address: 'http://127.0.0.1:1' })
  expect(known).toMatch(/data folder \/data.*process 42 since .*1970.*http:\/\/127\.0\.0\.1:1/)
  expect(explainRefusal('/data', { reason: 'in-use' })).toBe(
    'Another Setdesk is using the data folder /data, so this one stops. Nothing was changed.',
  )
})

test("the refusal to start names the folder and the system's error code if the folder is unusable", () => {
  expect(explainRefusal('/data', { reason: 'unusable', code: 'EROFS' })).toMatch(/\/data.*EROFS/)
})

test('the refusal to start names an entry of the folder that is in the way, and says what to do', () => {
  expect(explainRefusal('/data', { reason: 'in-the-way', name: 'settings.json', is: 'folder' })).toMatch(
    /settings\.json .*\/data is a folder.* Move it/,
  )
  expect(explainRefusal('/data', { reason: 'in-the-way', name: 'hand-over', is: 'file' })).toMatch(
    /hand-over .*\/data is a file.* Move it/,
  )
})

test('the refusal to start names a file that cannot be read, and says what to do', () => {
  expect(explainRefusal('/data', { reason: 'unreadable', name: 'key.json', code: 'EACCES' })).toMatch(
    /key\.json .*\/data \(EACCES\)\. Give your user account the right to read/,
  )
})

test('the refusal to start asks for room if the disk is full', () => {
  expect(explainRefusal('/data', { reason: 'unusable', code: 'ENOSPC' })).toContain('Free some disk space')
})

import { expect, test } from 'vitest'
import { checkExport } from '../../../../../src/renderer/src/features/maintenance/export-panel.tsx'

const good = { target: 'zz99zz ', passphrase: 'carried by hand', again: 'carried by hand', installation: 'AB23CD' }

test.each([
  ['the id of another computer', good, {}],
  ['an id that no computer has', { ...good, target: 'ZZZZZ' }, { target: 'installation' }],
  ['an id with a letter that is easily misread', { ...good, target: 'ZZ99ZO' }, { target: 'installation' }],
  ['the id of this computer', { ...good, target: 'ab23cd' }, { target: 'same-computer' }],
  ['a short passphrase', { ...good, passphrase: 'short', again: 'short' }, { passphrase: 'file-passphrase-short' }],
  ['a mistyped passphrase', { ...good, again: 'carried by hnad' }, { again: 'passphrase-differs' }],
] as const)('an export with %s is judged before it is made', (_, fields, wrong) => {
  expect(checkExport(fields)).toEqual(wrong)
})

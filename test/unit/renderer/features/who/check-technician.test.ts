import { expect, test } from 'vitest'
import { checkTechnician } from '../../../../../src/renderer/src/features/who/technicians-panel.tsx'

const typed = { name: 'Ada', pin: '2468', again: '2468', ownPin: '1357' }
const whole = { hasName: true, hasPin: true, hasOwn: true }

test('a technician with a name, a PIN typed twice and the own PIN is complete', () => {
  expect(checkTechnician(typed, whole)).toEqual({})
})

test('each missing or unsuitable value is named', () => {
  expect(checkTechnician({ name: ' ', pin: '12a4', again: '2468', ownPin: '' }, whole)).toEqual({
    name: 'required',
    pin: 'pin-digits',
    again: 'pin-differs',
    ownPin: 'required',
  })
})

test('values that the task does not ask for are not checked', () => {
  const empty = { name: '', pin: '', again: '', ownPin: '' }
  expect(checkTechnician(empty, { hasName: false, hasPin: false, hasOwn: false })).toEqual({})
})

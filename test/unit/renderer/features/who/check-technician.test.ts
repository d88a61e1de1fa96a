import { expect, test } from 'vitest'
import { checkTechnician } from '../../../../../src/renderer/src/features/who/technicians-panel.tsx'

const typed = { name: 'Ada', pin: '2468', again: '2468', ownPin: '1357' }
const whole = { hasName: true, hasPin: true, hasOwn: true }

test('the form for a technician is complete with a name, a PIN typed twice and the PIN of the user', () => {
  expect(checkTechnician(typed, whole)).toEqual({})
})

test('the form for a technician reports each missing or invalid value', () => {
  expect(checkTechnician({ name: ' ', pin: '12a4', again: '2468', ownPin: '' }, whole)).toEqual({
    name: 'required',
    pin: 'pin-digits',
    again: 'pin-differs',
    ownPin: 'required',
  })
})

test('the form for a technician does not check values that the task does not need', () => {
  const empty = { name: '', pin: '', again: '', ownPin: '' }
  expect(checkTechnician(empty, { hasName: false, hasPin: false, hasOwn: false })).toEqual({})
})

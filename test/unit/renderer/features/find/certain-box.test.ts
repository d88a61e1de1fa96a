import { expect, it } from 'vitest'
import { findCertainBox, findHostnames } from '../../../../../src/renderer/src/features/find/use-found.ts'

const serial = { kind: 'serial', value: '082021N0715432' } as const

it.each(['001A794EB20F', '00:1a:79:4e:b2:0f', '00:11:22:33:44:55', 'MAC 001122334455'])(
  'a text that is a MAC address is certainly a box: %s',
  (text) => expect(findCertainBox(text, [], [])).toMatchObject({ kind: 'mac' }),
)

it.each(['4471920385', '001122334455', 'okonkwo7', 'Amélie Okonkwo', ''])(
  'a text that may be a user ID, a name or nothing is not certainly a box: %s',
  (text) => expect(findCertainBox(text, [], [])).toBeUndefined(),
)

it('a serial number is certainly a box if the text says so, the settings describe it, or a job on this computer has it', () => {
  expect(findCertainBox(serial.value, [], [])).toBeUndefined()
  expect(findCertainBox(`SN: ${serial.value}`, [], [])).toEqual(serial)
  expect(findCertainBox(serial.value, [], [{ model: 'MAG520', pattern: '######@#######' }])).toEqual(serial)
  expect(findCertainBox(serial.value, [{ box: serial }], [])).toEqual(serial)
  expect(findCertainBox('4471920385', [{ box: { ...serial, value: '4471920386' } }], [])).toBeUndefined()
})

it('a hostname is found in capitals or not', () => {
  expect(findHostnames('TV.ex', ['TV.Example', 'tv.example.net', 'box.example'])).toEqual([
    'TV.Example',
    'tv.example.net',
  ])
  expect(findHostnames('', ['TV.Example'])).toEqual([])
})

import { expect, it } from 'vitest'
import { makeListedBox } from '../../../../fakes/hostnames.ts'
import { findBoxes } from '../../../../../src/renderer/src/features/hostnames/box-list.tsx'
const boxes = [makeListedBox(1), makeListedBox(0xab), { text: 'old-entry', model: 'MAG 540' }]
const found = (typed: string) => findBoxes(boxes, typed).map(({ id }) => id)

it('a box is found by each of its identifiers', () => {
  const both = { ...makeListedBox(2), also: [{ kind: 'serial', value: 'sn48209137' } as const] }
  expect(findBoxes([both], 'SN-4820')).toHaveLength(1)
  expect(findBoxes([both], '000002')).toHaveLength(1)
})

it("boxes are found by part of their address in any notation, by the platform's text, and by model", () => {
  expect(found('00:00:AB')).toEqual([1])
  expect(found('0000ab')).toEqual([1])
  expect(found('OLD')).toEqual([2])
  expect(found('mag 540')).toEqual([2])
  expect(found('')).toEqual([0, 1, 2])
  expect(found('nothing')).toEqual([])
})

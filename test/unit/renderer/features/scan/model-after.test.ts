import { expect, test } from 'vitest'
import type { LabelPart } from '../../../../../src/shared/domain/label/label.ts'
import { boxOfCodes, modelAfter } from '../../../../../src/renderer/src/features/scan/box-text.ts'

const scanned = (raw: string, model = '') => ({ raw, asSerial: false, model, parts: [] })
const typed = (raw: string) => ({ raw, asSerial: false })
const [first, second] = ['001A794EB20F', '001A79AABBCC']
const part: LabelPart = { code: 1, text: 'MAG520', role: 'model', by: 'person' }
const labelled = { raw: first, asSerial: false, ...modelAfter(scanned(first, 'MAG520'), { ...scanned(''), model: '' }) }

test.each([
  ['goes with another box', scanned(second), ''],
  ['gives way to the model on the label of another box', scanned(second, 'MAG420'), 'MAG420'],
  ['goes if its code is no longer the model', { ...scanned(first), parts: [{ ...part, role: 'rest' as const }] }, ''],
  ['stays with its own box in another notation', scanned('00:1a:79:4e:b2:0f'), 'MAG520'],
  ['stays if the same text counts as a serial number', { raw: first, asSerial: true }, 'MAG520'],
])('the model on a label %s', (_, box, model) => {
  expect(modelAfter(box, labelled).model).toBe(model)
})

test('the model on a label that names no box stays with the box that is scanned next', () => {
  expect(modelAfter(scanned(first), { ...labelled, raw: 'MODEL: MAG520' }).model).toBe('MAG520')
})

test('a typed model stays with any box whose label names no model, also if a label names the same model', () => {
  const own = { ...labelled, model: 'MAG420' }
  expect(modelAfter(scanned(second), own).model).toBe('MAG420')
  const same = { ...own, ...modelAfter(scanned(second, 'MAG420'), own), raw: second }
  expect(modelAfter(scanned(first), same).model).toBe('MAG420')
})

test.each([
  ['cleared', ''],
  ['half deleted', '00:1A:79:4E:B2:0'],
])('the model on a label goes with another box that is typed after the box was %s', (_, text) => {
  const cleared = { ...typed(text), ...modelAfter(typed(text), labelled) }
  expect(cleared.model).toBe('MAG520')
  expect(modelAfter(typed(second), cleared).model).toBe('')
  expect(modelAfter(typed(first), cleared).model).toBe('MAG520')
})

test('the model on a label that named no box goes with the second box', () => {
  const alone = { ...scanned('MODEL: MAG520'), ...modelAfter(scanned('MODEL: MAG520', 'MAG520'), scanned('')) }
  const boxed = { ...scanned(first), ...modelAfter(scanned(first), alone) }
  expect(boxed.model).toBe('MAG520')
  expect(modelAfter(scanned(second), boxed).model).toBe('')
})

test('the model on a label comes back with its box, unless another was typed meanwhile', () => {
  const other = { ...scanned(second), ...modelAfter(scanned(second), labelled) }
  expect(other.model).toBe('')
  expect(modelAfter(scanned('00:1A:79:4E:B2:0F'), other).model).toBe('MAG520')
  expect(modelAfter(scanned('001A7'), other).model).toBe('')
  expect(modelAfter(scanned(first), { ...other, model: 'MAG420' }).model).toBe('MAG420')
})

test('the model that two labels name goes with the box of the second', () => {
  const both = { ...scanned(second), ...modelAfter(scanned(second, 'MAG520'), labelled) }
  expect(modelAfter(scanned(second), both).model).toBe('MAG520')
  expect(modelAfter(scanned(first), both).model).toBe('')
})

const label = (...texts: readonly string[]) =>
  boxOfCodes(
    texts.map((text) => ({ text })),
    { patterns: [], habits: [] },
  )
type Box = Parameters<typeof modelAfter>[1]
const put = (before: Box, box: Parameters<typeof modelAfter>[0]): Box => ({
  raw: box.raw,
  asSerial: box.asSerial,
  ...modelAfter(box, before),
})
const empty: Box = { ...typed(''), model: '' }

test.each(['082021N0715', '001A794EB20F', '00-1A-79-4E-B2-0F'])(
  'the model on a label that names no box stays while a box is typed key by key: %s',
  (text) => {
    const whole = Array.from(text, (_, index) => typed(text.slice(0, index + 1))).reduce(
      put,
      put(empty, label('MODEL: MAG520')),
    )
    expect(whole.model).toBe('MAG520')
    expect(put(whole, label('001A79AABBCC')).model).toBe('')
  },
)

test('the model of a box whose serial number looks like a damaged address goes with the box', () => {
  expect(put(put(empty, label('SN: 001A794EB20', 'MODEL: MAG520')), label(second)).model).toBe('')
})

test('a box that is typed anew without a label is as it was', () => {
  const was = { ...typed(first), model: '' }
  expect(put(put(was, typed('001A794EB20')), typed(first))).toStrictEqual(was)
})

import { expect, test } from 'vitest'
import type { LabelPart } from '../../../../../src/shared/domain/label/label.ts'
import { modelAfter } from '../../../../../src/renderer/src/features/scan/box-text.ts'

const scanned = (raw: string, model = '') => ({ raw, asSerial: false, model, parts: [] })
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
  const typed = { ...labelled, model: 'MAG420' }
  expect(modelAfter(scanned(second), typed).model).toBe('MAG420')
  const same = { ...typed, ...modelAfter(scanned(second, 'MAG420'), typed), raw: second }
  expect(modelAfter(scanned(first), same).model).toBe('MAG420')
})

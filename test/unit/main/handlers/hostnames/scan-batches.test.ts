import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createScanBatches, scanBatchIdentity } from '../../../../../src/main/handlers/hostnames/scan-batches.ts'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import { openSealedFile } from '../../../../fakes/sealed-file.ts'

const boxes = '001A79000001\n001A79000002'

test('one scan batch is stored per screen, and the latest one replaces the former', () => {
  const { database, sealing } = openSealedFile()
  const scanBatches = createScanBatches(database, sealing)
  expect(scanBatches.read('bulk')).toBe('')

  scanBatches.save('bulk', '001A79000001')
  scanBatches.save('bulk', boxes)
  scanBatches.save('hostnames', 'STB7N0042913')
  expect(createScanBatches(database, sealing).read('bulk')).toBe(boxes)

  scanBatches.save('bulk', '')
  expect([scanBatches.read('bulk'), scanBatches.read('hostnames')]).toEqual(['', 'STB7N0042913'])
})

test('a stored scan batch shows no readable box in the file', () => {
  const { database, file, sealing } = openSealedFile()
  createScanBatches(database, sealing).save('bulk', boxes)

  for (const end of ['', '-wal']) expect(readFileSync(file + end).includes('001A79')).toBe(false)
})

test('a scan batch that was sealed with another key or for another screen is ignored', () => {
  const { database, sealing } = openSealedFile()
  createScanBatches(database, sealing).save('bulk', boxes)
  expect(createScanBatches(database, createSealing(randomBytes(32))).read('bulk')).toBe('')

  database.prepare("UPDATE pile SET place = 'hostnames'").run()
  expect(createScanBatches(database, sealing).read('hostnames')).toBe('')
})

test('a scan batch of an earlier release can be read, and belongs to the active connection', () => {
  const { database, sealing } = openSealedFile()
  const insert = database.prepare('INSERT INTO pile (place, sealed) VALUES (?, ?)')
  for (const place of ['bulk', 'hostnames']) insert.run(place, sealing.seal(scanBatchIdentity(place), boxes))
  const scanBatches = createScanBatches(database, sealing)
  expect(scanBatches.read('bulk')).toBe(boxes)

  scanBatches.save('bulk', boxes, 'south')
  scanBatches.eraseOf('north', false)
  expect([scanBatches.read('bulk'), scanBatches.read('hostnames')]).toEqual([boxes, boxes])
  scanBatches.eraseOf('north', true)
  expect([scanBatches.read('bulk'), scanBatches.read('hostnames')]).toEqual([boxes, ''])
  scanBatches.eraseOf('south', false)
  expect(scanBatches.read('bulk')).toBe('')
})

import { expect, test } from 'vitest'
import { readMachineId } from '../../../../src/main/host/ports.ts'
test('gives the same hash for the machine each time', async () => {
  const id = await readMachineId()
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(await readMachineId()).toBe(id)
})

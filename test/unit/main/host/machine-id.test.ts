import { createHash } from 'node:crypto'
import machine from 'node-machine-id'
import { expect, test } from 'vitest'
import { readMachineId } from '../../../../src/main/host/host-ports.ts'

test('the machine has the same hash each time', async () => {
  const id = await readMachineId()
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(await readMachineId()).toBe(id)
})

// A folder would count as copied to another computer if the two ways differed.
test("the machine's hash is made from the id that the system gives", async () => {
  const told = await machine.machineId(true).catch(() => 'unknown')
  expect(await readMachineId()).toBe(createHash('sha256').update(`setdesk:${told}`).digest('hex'))
})

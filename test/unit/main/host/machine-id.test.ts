import { createHash } from 'node:crypto'
import machine from 'node-machine-id'
import { expect, test, vi } from 'vitest'
import { readMachineId } from '../../../../src/main/host/host-ports.ts'

const told = await machine.machineId(true).catch(() => undefined)

test.skipIf(told === undefined)('the machine has the same hash each time', async () => {
  const id = await readMachineId()
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(await readMachineId()).toBe(id)
})

// A folder would count as copied to another computer if the two ways differed.
test("the machine's hash is made from the id that the system gives", async () => {
  const hash = told && createHash('sha256').update(`setdesk:${told}`).digest('hex')
  expect(await readMachineId()).toBe(hash)
})

test('the machine is unknown if the system does not tell its id', async () => {
  vi.stubGlobal('process', Object.create(process, { platform: { value: 'win32' } }))
  vi.spyOn(machine, 'machineId').mockRejectedValue(new Error('the registry does not answer'))
  expect(await readMachineId()).toBeUndefined()
  vi.unstubAllGlobals()
})

import { createHash } from 'node:crypto'
import machine from 'node-machine-id'

/**
 * The machine's id, hashed once more under this app's name, so that it cannot be matched with what other programs store.
 * Where the system has none (a bare container) it is the same fixed text each time: a copied folder is not noticed there.
 */
export async function readMachineId(): Promise<string> {
  const id = await machine.machineId(true).catch(() => 'unknown')
  return createHash('sha256').update(`setdesk:${id}`).digest('hex')
}

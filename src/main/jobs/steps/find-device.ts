import { listsDevice } from '../../../platform/read/fields.ts'
import type { DeviceRecord } from '../../../platform/read/records.ts'
import type { Payload } from '../ledger/payload.ts'
import { foundOnly, type Found } from './step-rule.ts'

/** Whether a list shows the box of a job; a list that could not be read is undefined. */
export function findDevice(devices: readonly DeviceRecord[] | undefined, { intent }: Payload): Found {
  if (devices === undefined || !('box' in intent)) return foundOnly('unclear')
  const isThere = listsDevice(devices, intent.box.identifier)
  return { finding: isThere ? 'present' : 'absent', provesRead: devices.length > 0 }
}

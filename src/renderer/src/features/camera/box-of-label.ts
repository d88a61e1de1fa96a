import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import type { LabelPart } from '../../../../shared/domain/label/label.ts'
import type { SortedLabel } from '../../../../shared/domain/label/sort-label.ts'
import type { BoxText } from '../scan/box-reading.tsx'

/** The box that a label says, as a scan of the right code would have given it. */
export function boxOfLabel({ parts, identifier }: SortedLabel): BoxText | undefined {
  const part = parts.find(({ role }) => role === identifier?.kind)
  return part === undefined ? undefined : { raw: part.text, asSerial: part.role === 'serial' }
}

/** The box that a part would be by itself; an article number and a model are none, whatever they look like. */
export function boxOfPart({ role, text }: LabelPart): BoxText | undefined {
  if (role === 'ean' || role === 'model') return undefined
  const box = { raw: text, asSerial: role === 'serial' }
  return readDeviceIdentifier(text, box.asSerial ? 'serial' : undefined).ok ? box : undefined
}

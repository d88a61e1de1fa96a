import type { ListedBox } from '../../../../shared/bridge/hostname-channels.ts'
import type { VirtualRow } from './virtual-rows.tsx'

export interface ListedRow extends VirtualRow {
  readonly box: ListedBox
}

const plain = (text: string): string => text.toUpperCase().replace(/[\s:.-]/g, '')

/** The boxes that have the typed text in them, in any writing of it; all of them for none. */
export function findBoxes(boxes: readonly ListedBox[], typed: string): readonly ListedRow[] {
  const wanted = plain(typed)
  return boxes.flatMap((box, index) => {
    const ground = `${plain(box.text)} ${box.identifier?.value.toUpperCase() ?? ''} ${plain(box.model ?? '')}`
    return ground.includes(wanted) ? [{ id: index, says: box.text, box }] : []
  })
}

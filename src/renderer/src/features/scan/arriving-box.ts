import { z } from 'zod'
import { labelPartSchema } from '../../../../shared/domain/label/label-schemas.ts'
import type { BoxText } from './box-text.ts'

const typed = z.object({ raw: z.string(), asSerial: z.boolean() })
const scanned = typed.extend({ model: z.string(), parts: z.array(labelPartSchema) })
/** Without the codes of its label unless all of them are valid. */
const arriving = z.object({ box: z.union([scanned, typed]) })

/** The box that Activation was opened with, if any. */
export function readArrivingBox(history: History): BoxText | undefined {
  return arriving.safeParse(history.state).data?.box
}

/** Keeps the box of an open question in the history entry, so that a reload asks again. Undefined removes it. */
export function keepArrivingBox(history: History, box: BoxText | undefined): void {
  history.replaceState(box === undefined ? null : { box }, '')
}

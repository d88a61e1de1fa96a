import { useLocation } from 'wouter'
import { labelRoles, type LabelPart } from '../../../../../shared/domain/label/label.ts'
import { paths } from '../../../routes.ts'
import type { BoxText } from '../../scan/box-reading.tsx'

/** Opens Activation with a box that was scanned or typed on another screen. */
export function useBeginActivation(): (box: BoxText) => void {
  const [, navigate] = useLocation()
  return (box) => {
    navigate(paths.activate, { state: { box } })
  }
}

/** The box that Activation was opened with, if any. */
export function readArrivingBox(history: History): BoxText | undefined {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('box' in state) || !isBoxText(state.box)) return undefined
  const { raw, asSerial } = state.box
  return { raw, asSerial, ...labelOf(state.box) }
}

/** Keeps the box of an open question in the history entry, so that a reload asks again. Undefined removes it. */
export function keepArrivingBox(history: History, box: BoxText | undefined): void {
  history.replaceState(box === undefined ? null : { box }, '')
}

function isBoxText(value: unknown): value is BoxText {
  if (typeof value !== 'object' || value === null || !('raw' in value) || !('asSerial' in value)) return false
  return typeof value.raw === 'string' && typeof value.asSerial === 'boolean'
}

/** The codes of the box's label. Empty unless all of them are valid. */
function labelOf(box: object): Pick<BoxText, 'model' | 'parts'> {
  if (!('model' in box) || typeof box.model !== 'string' || !('parts' in box) || !Array.isArray(box.parts)) return {}
  const parts: readonly unknown[] = box.parts
  return parts.every(isLabelPart) ? { model: box.model, parts } : {}
}

function isLabelPart(value: unknown): value is LabelPart {
  if (typeof value !== 'object' || value === null || !('text' in value) || !('role' in value)) return false
  if ('sent' in value && typeof value.sent !== 'string') return false
  return typeof value.text === 'string' && labelRoles.some((role) => role === value.role)
}

/** The path of a job's result. */
export function resultPath(jobId: string): string {
  return `${paths.activate}/result/${encodeURIComponent(jobId)}`
}

import { useLocation } from 'wouter'
import { labelRoles, type LabelPart } from '../../../../../shared/domain/label/label.ts'
import { paths } from '../../../routes.ts'
import type { BoxText } from '../../scan/box-reading.tsx'

/** Opens Activation with a box that was scanned or typed elsewhere. */
export function useBeginActivation(): (box: BoxText) => void {
  const [, navigate] = useLocation()
  return (box) => {
    navigate(paths.activate, { state: { box } })
  }
}

/** The box that Activation was opened with, if it was. */
export function readArrivingBox(history: History): BoxText | undefined {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('box' in state) || !isBoxText(state.box)) return undefined
  const { raw, asSerial } = state.box
  return { raw, asSerial, ...labelOf(state.box) }
}

/** What a reload brings back: a box that a person was asked about and has said nothing of; nothing once they have. */
export function keepArrivingBox(history: History, box: BoxText | undefined): void {
  history.replaceState(box === undefined ? null : { box }, '')
}

function isBoxText(value: unknown): value is BoxText {
  if (typeof value !== 'object' || value === null || !('raw' in value) || !('asSerial' in value)) return false
  return typeof value.raw === 'string' && typeof value.asSerial === 'boolean'
}

/** What its label said, where that is whole. */
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

/** Where the result of a job is shown. */
export function resultPath(jobId: string): string {
  return `${paths.activate}/result/${encodeURIComponent(jobId)}`
}

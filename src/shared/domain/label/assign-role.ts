import type { LabelPart, LabelRole } from './label.ts'

/** The parts after a person said what one of them is: whatever was that before is the rest now. */
export function assignRole(parts: readonly LabelPart[], index: number, role: LabelRole): readonly LabelPart[] {
  return parts.map((part, at) => {
    if (at === index) return { ...part, role, by: 'person' }
    return part.role === role && role !== 'rest' ? { ...part, role: 'rest' } : part
  })
}

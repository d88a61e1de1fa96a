import { useMemo } from 'react'
import type { LabelKnowledge } from '../../../../shared/domain/label/label.ts'
import { useSnapshot } from '../../state/desk.tsx'

/** What this computer knows of labels. */
export function useLabelKnowledge(): LabelKnowledge {
  const patterns = useSnapshot(({ preferences }) => preferences.serialPatterns)
  const habits = useSnapshot(({ preferences }) => preferences.labelHabits)
  return useMemo(() => ({ patterns, habits }), [patterns, habits])
}

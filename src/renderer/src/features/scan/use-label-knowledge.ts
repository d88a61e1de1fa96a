import { useMemo } from 'react'
import type { LabelKnowledge } from '../../../../shared/domain/label/label.ts'
import { useSnapshot } from '../../state/desk.tsx'

/** What is known of labels on this computer. */
export function useLabelKnowledge(): LabelKnowledge {
  const patterns = useSnapshot(({ preferences }) => preferences.serialPatterns)
  const habits = useSnapshot(({ preferences }) => preferences.labelHabits)
  return useMemo(() => ({ patterns, habits }), [patterns, habits])
}

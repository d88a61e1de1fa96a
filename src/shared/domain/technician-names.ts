import type { BroughtTechnician } from './fleet.ts'

export const foldName = (text: string): string => text.trim().normalize('NFC').toLowerCase()

/** The technicians whose names came from the fleet and who have no PIN on this computer. */
export function waitingTechnicians<T extends Pick<BroughtTechnician, 'name'>>(
  brought: readonly T[] = [],
  own: readonly Pick<BroughtTechnician, 'name'>[],
): readonly T[] {
  const names = new Set(own.map(({ name }) => foldName(name)))
  return brought.filter(({ name }) => !names.has(foldName(name)))
}

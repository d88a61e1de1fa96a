import type { VaultView } from '../../../shared/bridge/snapshot.ts'

/** Whether the stored work cannot be read now. */
export const isShut = ({ state }: VaultView): boolean => state !== 'open' && state !== 'new'

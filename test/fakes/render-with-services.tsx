import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Preferences, Snapshot } from '../../src/shared/bridge/snapshot.ts'
import { writeVendorTable } from '../../scripts/lib/vendor-table.ts'
import { readVendorTable } from '../../src/shared/domain/vendor-table.ts'
import { createServices, ServicesProvider } from '../../src/renderer/src/state/services.tsx'
import { createFakeBridge } from './bridge.ts'
import { renderWords } from './render-words.tsx'
import { makeWorkday } from './world.ts'

/** The markup of a screen part with a loaded snapshot and a loaded table of manufacturers (one entry, `001A79`). */
export function renderWithServices(
  part: ReactNode,
  preferences: Partial<Preferences> = {},
  changed: Partial<Snapshot> = {},
): string {
  const world = makeWorkday('loopback', 0)
  const app = createServices(createFakeBridge(world))
  const snapshot = { ...world.snapshot, ...changed, preferences: { ...world.snapshot.preferences, ...preferences } }
  const table = readVendorTable(writeVendorTable([{ prefix: '001A79', vendor: 'Infomir' }]))
  const still = {
    ...app,
    snapshots: { ...app.snapshots, ...createStore(() => ({ snapshot, error: undefined, hostError: undefined })) },
    vendors: createStore(() => ({ table, load: () => undefined })),
  }
  return renderWords(<ServicesProvider value={still}>{part}</ServicesProvider>)
}

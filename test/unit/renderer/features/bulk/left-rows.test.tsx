import { expect, it } from 'vitest'
import type { NamedList } from '../../../../../src/renderer/src/features/bulk/bulk-state.ts'
import type { Bulk } from '../../../../../src/renderer/src/features/bulk/bulk-store.ts'
import { BatchPanel } from '../../../../../src/renderer/src/features/bulk/panels/batch-panel.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

it.each([
  [1000, ' 999, 1000</li>'],
  [1001, ' 999, 1000, …</li>'],
])('of %i rows that were left out, a thousand are named, and the text shows whether there are more', (count, end) => {
  const left = Array.from({ length: count }, (_, index) => ({ line: index + 1, code: 'bad-request' as const }))
  const saving = { batch: 'b', total: count, seen: count, saved: 0, left, isOver: true }
  const bulk = { unsaved: 0, rules: { kind: 'activation' } } as unknown as Bulk
  expect(renderWithServices(<BatchPanel bulk={bulk} list={{} as NamedList} saving={saving} />)).toContain(end)
})

it.each([
  ['are saved on this computer and are sent automatically.', {}],
  ['are saved on this computer.', { paused: true }],
])('saved rows %s', (says, snapshot) => {
  const saving = { batch: 'b', total: 9, seen: 9, saved: 9, left: [], isOver: true }
  const bulk = { unsaved: 0, rules: { kind: 'activation' } } as unknown as Bulk
  const html = renderWithServices(<BatchPanel bulk={bulk} list={{} as NamedList} saving={saving} />, {}, snapshot)
  expect(html).toContain(`9 rows ${says}`)
})

import { expect, test } from 'vitest'
import { TallyTable } from '../../../../../src/renderer/src/features/activity/tally-table.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

test('the names of technicians are buttons, but not the word for jobs without a name', () => {
  const tally = { jobs: 1, done: 1, underWay: 0, needsYou: 0, dropped: 0, firstTimeRight: 1 }
  const rows = ['Rosa', ''].map((name) => ({ ...tally, name }))
  const html = renderWithServices(<TallyTable first="Technician" rows={rows} onName={() => undefined} />)
  expect(html.match(/<button[^>]*>([^<]*)/g)?.map((one) => one.replace(/.*>/, ''))).toEqual(['Rosa'])
  expect(html).toContain('Unknown')
})

import { expect, it } from 'vitest'
import { createHubLog } from '../../../src/hub/log.ts'

it("a line of the hub's log has the time, the level and the event first, and then the fields", () => {
  const lines: string[] = []
  const log = createHubLog(
    (line) => lines.push(line),
    () => Date.UTC(2026, 10, 24),
  )
  log.warn('defect', { call: 'work_put', place: 'line 12' })
  expect(lines).toEqual([
    '{"at":"2026-11-24T00:00:00.000Z","level":"warn","event":"defect","call":"work_put","place":"line 12"}\n',
  ])
})

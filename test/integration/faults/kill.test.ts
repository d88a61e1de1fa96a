import { expect, test } from 'vitest'
import { driveKills } from '../../faults/drive-kills.ts'
import { describeReport, shortfalls } from '../../faults/report.ts'
import { makeFolder } from '../../fakes/folder.ts'

const wanted = { kills: 15, jobs: 40 }
const seed = Number(process.env['SEED'] ?? 20_240_614)

test('no job is lost or doubled when the app is killed while it sends', { timeout: 180_000 }, async () => {
  const report = await driveKills({ ...wanted, seed, folder: makeFolder(), processingSeconds: 1 })

  expect(shortfalls(report, wanted), describeReport(report)).toEqual([])
})

import { expect, test } from 'vitest'
import { sharedRead } from '../../../src/main/jobs/shared-reading.ts'
import { driveKills } from '../../faults/drive-kills.ts'
import { describeReport, shortfalls } from '../../faults/report.ts'
import { pointsAround } from '../../faults/targets/kill.ts'
import { makeFolder } from '../../fakes/folder.ts'

const wanted = { kills: 15, jobs: 40 }
const seed = Number(process.env['SEED'] ?? 20_240_614)

test(
  'no job is lost or doubled when the app is killed while it sends, even around a read for several customers',
  { timeout: 180_000 },
  async () => {
    const plan = pointsAround(sharedRead)
    const report = await driveKills({ ...wanted, seed, folder: makeFolder(), processingSeconds: 1, plan })

    expect(plan.filter((point) => !report.points.includes(point) || report.unstruck.includes(point))).toEqual([])
    expect(shortfalls(report, wanted), describeReport(report)).toEqual([])
  },
)

/** Runs the benchmarks: a table with gates, or with `--json` one object, metric -> number. */
import { readOptions } from '../read-options.ts'
import { activationFiles } from './activation-trip.ts'
import { closeSharedBrowser } from '../e2e/share-browser.ts'
import { cameraCorrect, cameraRecall } from './camera-correct.ts'
import { drainVsFloor, drainVsFloorInFleet } from './drain-vs-floor.ts'
import { drainVsNewman } from './drain-vs-newman.ts'
import { enqueueGrowth } from './enqueue-growth.ts'
import { enqueueVsConf } from './enqueue-vs-conf.ts'
import { firstScreen } from './first-screen.ts'
import { fleetBoardLag } from './fleet/fleet-board.ts'
import { fleetClaim } from './fleet/fleet-claims.ts'
import { fleetRest, fleetStationMemory } from './fleet/fleet-rest.ts'
import { fleetSaveOverhead } from './fleet/fleet-save.ts'
import { answerStall, maskGrowth } from './hostile-answer.ts'
import { importLongTasks } from './import-long-tasks.ts'
import { importVsRowwise } from './import-vs-rowwise.ts'
import { listVsNaive } from './list-vs-naive.ts'
import { mainStallMax, mainStallP99 } from './main-stall.ts'
import { memoryIdle, memoryIdleMb } from './memory-idle.ts'
import { ouiBytes } from './oui-bytes.ts'
import { quitMs } from './quit.ts'
import { searchMs } from './search.ts'
import { scanToChecked } from './scan-to-checked.ts'
import { startMain } from './start-main.ts'
import { startToHome } from './start-to-home.ts'
import { typedDuringDrain } from './typed-during-drain.ts'
import { wedgeErrorRatio } from './wedge-error-ratio.ts'
import { passes, type Gate, type Measured, type Metric } from './metric.ts'

const metrics: readonly Metric[] = [
  enqueueVsConf,
  enqueueGrowth,
  drainVsFloor,
  drainVsNewman,
  memoryIdle,
  memoryIdleMb,
  firstScreen,
  startMain,
  startToHome,
  listVsNaive,
  importVsRowwise,
  importLongTasks,
  scanToChecked,
  searchMs,
  activationFiles,
  wedgeErrorRatio,
  ouiBytes,
  cameraCorrect,
  cameraRecall,
  mainStallP99,
  mainStallMax,
  typedDuringDrain,
  quitMs,
  maskGrowth,
  answerStall,
  fleetClaim,
  fleetBoardLag,
  fleetStationMemory,
  fleetRest,
  fleetSaveOverhead,
  drainVsFloorInFleet,
]

const values = readOptions('bench', {
  json: { type: 'boolean', default: false, does: 'prints the figures as JSON' },
  only: { type: 'string', does: 'keys of metrics, separated by commas' },
})
const only = values.only?.split(',')
const unknown = only?.filter((name) => !metrics.some(({ key }) => key === name)) ?? []
if (unknown.length > 0) {
  process.stderr.write(
    `No metric is called ${unknown.join(', ')}. There are ${metrics.map(({ key }) => key).join(', ')}.\n`,
  )
  process.exit(2)
}

const figures: Record<string, number> = {}
for (const metric of metrics.filter(({ key }) => only?.includes(key) !== false)) {
  const obstacle = metric.findObstacle?.()
  if (obstacle !== undefined) {
    process.stderr.write(`${metric.key} is left out: ${obstacle}\n`)
    continue
  }
  process.stderr.write(`${metric.key} ...\n`)
  // Each metric has a browser of its own, so that none measures what the one before has left.
  const measured = await metric.measure().finally(closeSharedBrowser)
  figures[metric.key] = round(measured.value)
  const isPassed = passes(measured, metric.gate)
  if (!isPassed) process.exitCode = 1
  const lines = describe(metric, measured, isPassed)
  if (!values.json) process.stdout.write(lines)
  else if (!isPassed) process.stderr.write(lines)
}
if (values.json) process.stdout.write(`${JSON.stringify(figures)}\n`)

function describe({ key, title, gate }: Metric, { value, low, high, notes }: Measured, isPassed: boolean): string {
  const interval = low === high ? '' : ` (${round(low)} to ${round(high)})`
  const head = `${isPassed ? 'ok    ' : 'MISSED'}  ${key} = ${round(value)}${interval}, gate ${describeGate(gate)}`
  return [head, title, ...notes].join('\n        ').concat('\n')
}

function describeGate(gate: Gate): string {
  return 'atLeast' in gate ? `>= ${gate.atLeast}` : `<= ${gate.atMost}`
}

/** Four digits; more would be noise. */
function round(value: number): number {
  return Number(value.toPrecision(4))
}

import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { applies } from '../matrix/expected-end.ts'
import { matrixCalls, type MatrixCall } from '../matrix/matrix-calls.ts'
import { matrixFaults, type MatrixFault } from '../matrix/matrix-faults.ts'
import { openBench } from '../matrix/bench.ts'
import { judge, type Target } from './target.ts'

const benches = 4

/** Every fault at every changing call: checks the first attempt's verdict, the final state of the job, and the effects. */
export const matrix: Target = async (options) => {
  const { seed, folder, size, say } = options
  const whole = matrixCalls.flatMap((call) =>
    matrixFaults.filter((fault) => applies(fault, call)).map((fault) => ({ call, fault })),
  )
  const cells = size === undefined ? whole : choose(whole, size, createDraw(seed))
  const wrong: string[] = []
  let played = 0
  let doubled = 0
  /** Grouped by call, so that the connection is set once for each. */
  const lots = matrixCalls.map((call) => cells.filter((cell) => cell.call === call)).filter(({ length }) => length > 0)

  const work = async (number: number): Promise<void> => {
    const bench = await openBench(`${folder}/bench-${number}`, seed + number)
    try {
      for (let lot = lots.shift(); lot !== undefined; lot = lots.shift()) {
        const [first] = lot
        if (first !== undefined) await bench.setConnection(first.call)
        for (const { call, fault } of lot) {
          played += 1
          const cell = await bench.playCell(fault, call, number * 10_000 + played)
          doubled += cell.doubled
          wrong.push(...cell.faults.map((line) => `${fault.name} x ${call.operation}: ${line}`))
          if (played % 100 === 0) say?.(`${played} cells`)
        }
      }
    } finally {
      await bench.close()
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(benches, lots.length) }, (_, number) => work(number)),
  )
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return judge('matrix', options, {
    figure: `${played} cells of ${whole.length} (${matrixFaults.length} faults, ${matrixCalls.length} calls), ${wrong.length} otherwise than asserted, ${doubled} effects doubled`,
    bound: `${size ?? whole.length} cells as asserted, 0 doubled`,
    wrong,
  })
}

interface Choice {
  readonly call: MatrixCall
  readonly fault: MatrixFault
}

/** `size` cells with every fault equally often, at random calls. */
function choose(whole: readonly Choice[], size: number, draw: () => number): readonly Choice[] {
  const chosen: Choice[] = []
  for (let index = 0; chosen.length < size; index += 1) {
    const fault = matrixFaults[index % matrixFaults.length]
    const possible = whole.filter((cell) => cell.fault === fault && !chosen.includes(cell))
    const cell = possible[Math.floor(draw() * possible.length)]
    if (cell !== undefined) chosen.push(cell)
    if (index > whole.length * 2) break
  }
  return chosen
}

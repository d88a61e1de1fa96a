import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { judge, type Target } from './target.ts'
import { keptCode } from '../../kept-code.ts'

const program = fileURLToPath(new URL('../owner-process.ts', import.meta.url))
const list = 'owners.txt'
/** Time for the next owner to appear, milliseconds: a loaded computer starts processes slowly. */
const patience = 60_000
/** How long an owner stays frozen while the others try, milliseconds. */
const freeze = 60

/** Two and five processes on one folder: the owner is frozen, resumed, killed, or gives the folder back. */
export const twoInstances: Target = async (options) => {
  const { seed, folder, size = 200 } = options
  const draw = createDraw(seed)
  const wrong: string[] = []
  const counts = { owners: 0, works: 0, killed: 0, frozen: 0 }
  for (const processes of [2, 5]) {
    const own = join(folder, `with-${processes}`)
    mkdirSync(own)
    const crowd = await openCrowd(own, processes)
    try {
      for (let round = 0; round < size / 2; round += 1) {
        const fault = await crowd.playRound(draw())
        if (fault !== undefined) wrong.push(`${processes} processes, round ${round}: ${fault}`)
      }
    } finally {
      await crowd.close()
    }
    const { owners, works, faults } = readList(own)
    wrong.push(...[...faults, ...crowd.strangeEnds].map((fault) => `${processes} processes: ${fault}`))
    counts.owners += owners
    counts.works += works
    counts.killed += crowd.counts.killed
    counts.frozen += crowd.counts.frozen
  }
  return judge('two-instances', options, {
    figure: `${size} rounds with 2 and 5 processes: ${counts.owners} owners one after the other, ${counts.killed} killed, ${counts.frozen} frozen and thawed, ${counts.works} marks of work, ${wrong.length} beside an owner`,
    bound: 'never two owners; a frozen owner keeps the folder; a killed one leaves it',
    wrong,
  })
}

async function openCrowd(folder: string, processes: number) {
  writeFileSync(join(folder, list), '')
  const counts = { killed: 0, frozen: 0 }
  const crowd = new Map<number, ChildProcess>()
  const enter = (): void => {
    const child = spawn(process.execPath, [program, folder, list], {
      env: { ...process.env, ...keptCode },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const { pid } = child
    if (pid === undefined) return
    crowd.set(pid, child)
    child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') strangeEnds.push(`${pid} ended by itself: ${signal ?? code}`)
    })
  }
  /** Process ends that the test did not cause: after one of those, "owns" without "gives back" would prove nothing. */
  const strangeEnds: string[] = []
  for (let number = 0; number < processes; number += 1) enter()
  const linesOf = (): readonly (readonly [pid: number, what: string])[] => linesIn(folder)
  /** Waits until another process than `former` owns the folder. */
  const nextOwner = async (after: number): Promise<number | undefined> => {
    const latest = performance.now() + patience
    while (performance.now() < latest) {
      const owner = linesOf()
        .slice(after)
        .findLast(([, what]) => what === 'owns')
      if (owner !== undefined) return owner[0]
      await delay(2)
    }
    return undefined
  }
  let owner = await nextOwner(0)

  return {
    counts,
    strangeEnds,
    async playRound(draw: number): Promise<string | undefined> {
      const child = owner === undefined ? undefined : crowd.get(owner)
      if (owner === undefined || child === undefined) return 'nobody owns the folder'
      if (draw < 0.6) {
        counts.frozen += 1
        child.kill('SIGSTOP')
        await delay(1)
        const before = linesOf().length
        await delay(freeze)
        // The frozen owner may still finish a line that it was writing.
        const other = linesOf()
          .slice(before)
          .find(([pid]) => pid !== owner)
        if (other !== undefined) return `${other.join(' ')} while the owner was frozen`
        if (draw < 0.3) child.kill('SIGCONT')
      }
      const before = linesOf().length
      if (draw < 0.8) {
        counts.killed += 1
        // Recorded before the kill, because the next process may own the folder before the end is noticed here.
        appendFileSync(join(folder, list), `${owner} dies\n`)
        child.kill('SIGKILL')
        await once(child, 'exit')
        crowd.delete(owner)
        enter()
      } else child.kill('SIGUSR2')
      owner = await nextOwner(before)
      return owner === undefined ? 'nobody owns it afterwards' : undefined
    },
    async close() {
      // Freezes all processes first: otherwise another would own the folder as soon as the owner is gone.
      for (const child of crowd.values()) child.kill('SIGSTOP')
      for (const child of crowd.values()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    },
  }
}

function linesIn(folder: string): readonly (readonly [pid: number, what: string])[] {
  return readFileSync(join(folder, list), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' '))
    .map((line) => [Number(line.slice(0, line.indexOf(' '))), line.slice(line.indexOf(' ') + 1)])
}

/** From one "owns" to the next, only that owner may have done anything. */
function readList(folder: string) {
  let owner: number | undefined
  let isFree = true
  let owners = 0
  let works = 0
  const faults: string[] = []
  for (const [pid, what] of linesIn(folder)) {
    if (what === 'owns') {
      if (!isFree) faults.push(`${pid} owns it beside ${owner}`)
      owner = pid
      isFree = false
      owners += 1
    } else if (pid !== owner) faults.push(`${pid} ${what} while ${owner} owns it`)
    if (what === 'works') works += 1
    if (pid === owner && (what === 'gives back' || what === 'dies')) isFree = true
    if (what.startsWith('fails')) faults.push(`${pid} ${what}`)
  }
  return { owners, works, faults }
}

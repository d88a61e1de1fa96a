import type { utilityProcess } from 'electron'
import { environmentApart, type ProcessApart } from '../host/run-apart.ts'

/** Starts processes apart as Electron's utility processes: its fuses leave no other way to run a file with its Node. */
export const createApartStarter =
  (electron: Pick<typeof utilityProcess, 'fork'>) =>
  (path: string): ProcessApart => {
    const child = electron.fork(path, [], {
      execArgv: [],
      env: environmentApart(process.env),
      stdio: 'ignore',
      serviceName: 'Setdesk check',
    })
    return {
      give: (task) => child.postMessage(task),
      onAnswer: (hear) => void child.once('message', hear),
      onEnd: (hear) => void child.once('exit', hear),
      kill: () => void child.kill(),
    }
  }

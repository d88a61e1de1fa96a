import type { App } from '../app.ts'
import { serveApp, type ServedApp } from '../bridge/dispatch.ts'
import { createHostPorts } from '../host/ports.ts'
import { openConfFile } from '../host/stored-file.ts'
import type { Ports } from '../ports.ts'
import { defined } from '../../shared/defined.ts'

interface OpenedApp {
  readonly app: App
  readonly served: ServedApp
}

/** The app on a data folder that this process owns, not started yet. */
export function openApp(own: Pick<Ports, 'version' | 'dataFolder'>, compose: (ports: Ports) => App): OpenedApp {
  const ports = createHostPorts({
    ...own,
    ...defined({ giveBackMemory }),
    host: 'loopback',
    keyStore: { kind: 'passphrase' },
    openFile: openConfFile,
  })
  const app = compose(ports)
  return { app, served: serveApp(app, ports.log) }
}

/**
 * Node offers its collector to whoever starts it with `--expose-gc`. Only this collection also returns the room of threads that have
 * ended, and the code that ran at the start alone; V8 by itself keeps both for as long as nothing else is short of memory.
 */
const giveBackMemory = globalThis.gc && (() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }))

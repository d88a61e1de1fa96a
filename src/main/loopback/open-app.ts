import type { App } from '../app.ts'
import { serveApp, type ServedApp } from '../bridge/dispatch.ts'
import { compose } from '../compose.ts'
import { createHostPorts } from '../host/host-ports.ts'
import { openConfFile } from '../host/settings.ts'
import type { Ports } from '../ports.ts'
import { defined } from '../../shared/defined.ts'

interface OpenedApp {
  readonly app: App
  readonly served: ServedApp
}

/**
 * Composes the app on a data folder that this process owns. The app is not started yet. This file imports almost all code, so it is loaded
 * only while the browser loads the page.
 */
export function openApp(own: Pick<Ports, 'version' | 'dataFolder'>, build = compose): OpenedApp {
  const ports = createHostPorts({
    ...own,
    ...defined({ giveBackMemory }),
    host: 'loopback',
    keyStore: { kind: 'passphrase' },
    openFile: openConfFile,
  })
  const app = build(ports)
  return { app, served: serveApp(app, ports.log) }
}

/**
 * Node offers its garbage collector to a process started with `--expose-gc`. Only this kind of collection also returns the memory of ended
 * threads and of code that ran only at the start. Otherwise V8 would keep both until memory is short.
 */
const giveBackMemory = globalThis.gc && (() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }))

import type { App } from '../app.ts'
import { checkEvent, createDispatch, type Dispatch } from '../bridge/dispatch.ts'
import { createHostPorts } from '../host/ports.ts'
import { openConfFile } from '../host/stored-file.ts'
import type { Log, Ports } from '../ports.ts'
import type { BridgeEvent } from '../../shared/bridge/events.ts'

/** What the server needs of the app. */
export interface ServedApp {
  readonly dispatch: Dispatch
  /** Passes on the events that fit the contract. Returns a function that ends this. */
  readonly listen: (push: (event: BridgeEvent) => void) => () => void
  readonly log: Log
}

interface OpenedApp {
  readonly app: App
  readonly served: ServedApp
}

/** The app on a data folder that this process owns, not started yet. */
export function openApp(own: Pick<Ports, 'version' | 'dataFolder'>, compose: (ports: Ports) => App): OpenedApp {
  const ports = createHostPorts({ ...own, host: 'loopback', keyStore: { kind: 'passphrase' }, openFile: openConfFile })
  const app = compose(ports)
  return { app, served: serveApp(app, ports.log) }
}

export const serveApp = (app: App, log: Log): ServedApp => ({
  dispatch: createDispatch(app.handlers, log),
  listen: (push) =>
    app.listen((event) => {
      const checked = checkEvent(event, log)
      if (checked !== undefined) push(checked)
    }),
  log,
})

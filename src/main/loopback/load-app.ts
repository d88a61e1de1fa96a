import { compose } from '../compose.ts'
import type { Ports } from '../ports.ts'
import { openApp } from './open-app.ts'

/** Composes the whole app on a data folder. This file imports almost all code, so it is loaded only while the browser loads the page. */
export const loadApp = (own: Pick<Ports, 'version' | 'dataFolder'>) => openApp(own, compose)

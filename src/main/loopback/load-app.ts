import { compose } from '../compose.ts'
import type { Ports } from '../ports.ts'
import { openApp } from './open-app.ts'

/** Composes the whole app on a data folder. Almost all code depends on this file, so it loads while the page is on its way. */
export const loadApp = (own: Pick<Ports, 'version' | 'dataFolder'>) => openApp(own, compose)

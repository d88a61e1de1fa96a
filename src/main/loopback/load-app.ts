import { compose } from '../compose.ts'
import type { Ports } from '../ports.ts'
import { openApp } from './open-app.ts'

/**
 * Composes the whole app on a data folder. This file is loaded while the page is on its way, because almost all code of the process
 * depends on it.
 */
export const loadApp = (own: Pick<Ports, 'version' | 'dataFolder'>) => openApp(own, compose)

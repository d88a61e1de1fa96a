import { createHttpTransport } from '../../platform/transport/transport.ts'
import type { Ports } from '../ports.ts'
import { createSystemClock } from './clock.ts'
import type { OpenKeptFile } from './kept-file.ts'
import { createJsonLinesLog } from './log.ts'
import { readMachineId } from './machine-id.ts'
import { createSystemRandom } from './random.ts'
import { createSettingsStore } from './settings.ts'

type OwnPorts = Pick<Ports, 'host' | 'version' | 'dataFolder' | 'keyStore' | 'clipboard' | 'savePdf' | 'restart'>

/**
 * The ports that both hosts supply alike, for a data folder that this process owns; a host adds what is its own. Settings are
 * kept by `openFile`.
 */
export function createHostPorts({ openFile, ...own }: OwnPorts & { readonly openFile: OpenKeptFile }): Ports {
  const clock = createSystemClock()
  const log = createJsonLinesLog(own.dataFolder, clock)
  return {
    ...own,
    clock,
    log,
    random: createSystemRandom(),
    transport: createHttpTransport(),
    settings: createSettingsStore(own.dataFolder, log, openFile),
    machineId: readMachineId,
  }
}

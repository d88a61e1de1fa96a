import { createHttpTransport } from '../../platform/transport/transport.ts'
import type { Ports } from '../ports.ts'
import { createSystemClock } from './clock.ts'
import { createJsonLinesLog } from './log.ts'
import { readMachineId } from './machine-id.ts'
import { createSystemRandom } from './random.ts'
import { createSettingsStore } from './settings.ts'

/** The ports that both hosts supply alike, for a data folder that this process owns; a host adds what is its own. */
export function createHostPorts(
  own: Pick<Ports, 'host' | 'version' | 'dataFolder' | 'keyStore' | 'clipboard' | 'savePdf' | 'restart'>,
): Ports {
  const clock = createSystemClock()
  const log = createJsonLinesLog(own.dataFolder, clock)
  return {
    ...own,
    clock,
    log,
    random: createSystemRandom(),
    transport: createHttpTransport(),
    settings: createSettingsStore(own.dataFolder, log),
    machineId: readMachineId,
  }
}

import { errorName } from '../../../shared/result.ts'
import { join } from 'node:path'
import { connectionDefaults, type Connection } from '../../../shared/domain/connection/connection.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Log } from '../../ports.ts'

export type Training = ReturnType<typeof createTraining>

/**
 * The sandbox inside the app. It listens only on this computer, and starts when it is first used. Its data is in a separate folder,
 * so that training never touches real work.
 */
export function createTraining(dataFolder: string, log: Log) {
  let starting: Promise<Sandbox> | undefined
  let isCut = false
  return {
    start(): Promise<Sandbox> {
      starting ??= import('../../../sandbox/sandbox.ts').then(({ createSandbox }) =>
        createSandbox({
          dataFolder: join(dataFolder, 'training'),
          onCrash: (error) => log.problem('training-platform', { kind: errorName(error) }),
          onDamaged: (error) => log.problem('training-made-anew', { kind: errorName(error) }),
        }),
      )
      starting.catch(() => (starting = undefined))
      return starting
    },
    /** Whether the network to the sandbox is cut on purpose. It is never cut when Setdesk starts. */
    isCut: () => isCut,
    async cut(wanted: boolean) {
      await (await starting)?.setOptions({ offline: wanted })
      isCut = wanted
    },
    async stop() {
      isCut = false
      await (await starting?.catch(() => undefined))?.close()
      starting = undefined
    },
  }
}

export const trainingId = 'training'

export function trainingConnection({
  url,
  crmService,
  cmsService,
  products,
  hostnames,
  resellers,
}: Sandbox): Connection {
  return {
    ...connectionDefaults,
    id: trainingId,
    kind: 'training',
    name: 'Training',
    colour: 'olive',
    baseUrl: url,
    crmService,
    cmsService,
    products: products.map(({ id, name, trial }) => ({
      productid: id,
      name,
      ...(trial ? { months: 0, days: 7 } : { months: 12, days: 0 }),
      renewalinterval: 1,
    })),
    hostnames: [...hostnames],
    resellers: resellers.map(({ id, name }) => ({ id, name })),
    countries: ['Netherlands', 'Belgium', 'Germany'],
    defaults: { email: 'no-mail@training.example', state: 'Zuid-Holland', country: 'Netherlands' },
    phoneCountry: 'NL',
    longestProcessingSeconds: 20,
  }
}

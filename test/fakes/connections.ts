import type { Request, Response } from '../../src/shared/bridge/contract.ts'
import type { connectionChannels } from '../../src/shared/bridge/connection-channels.ts'
import type { BridgeError } from '../../src/shared/bridge/errors.ts'
import type { Snapshot } from '../../src/shared/bridge/snapshot.ts'
import type { World } from './world.ts'

type ConnectionChannel = keyof typeof connectionChannels
type ConnectionAnswers = { readonly [C in ConnectionChannel]: (request: Request<C>) => Response<C> | BridgeError }

/** The fake bridge's answers for connections, except for their settings. */
export function answerConnections(world: World, change: (part: Partial<Snapshot>) => void): ConnectionAnswers {
  return {
    'connection.remove': ({ id }) => {
      const connections = world.snapshot.connections.filter(({ settings }) => settings.id !== id)
      const name = world.snapshot.connections.find(({ settings }) => settings.id === id)?.settings.name ?? ''
      const [first] = connections
      change({ connections, ...(first === undefined ? {} : { activeConnectionId: first.settings.id }) })
      return { of: 'connection', name, at: 0, by: '', jobs: 0, files: [], failed: [], left: [] }
    },
    'connection.set-proxy-log-in': ({ id, logIn }) => {
      const connections = world.snapshot.connections.map((view) =>
        view.settings.id === id ? { ...view, hasProxyLogIn: logIn !== undefined } : view,
      )
      change({ connections })
      return {}
    },
    'connection.read-authority': ({ file }) => ({
      pem: atob(file),
      certificates: [{ subject: 'CN=North root', until: Date.UTC(2031, 0, 1), fingerprint: '1A:2B:3C' }],
    }),
    'connection.fetch-products': () => ({ kind: 'listed', products: [{ productid: '12', name: 'Family plus' }] }),
    'connection.write-file': () => ({
      name: 'operator.setdesk-connections',
      folder: '/home/technician/settings-file',
      text: '{}',
    }),
    'connection.read-file': ({ text }) =>
      text.includes('setdesk')
        ? {
            ok: true,
            stamp: 'as shown',
            connections: [
              {
                id: 'north',
                name: 'North TV',
                is: 'changed',
                changes: [{ field: 'hostnames', item: 'tv.new.example', change: 'added', after: 'tv.new.example' }],
                leavesToken: false,
                leavesProxyLogIn: false,
                unknown: [],
              },
            ],
          }
        : { ok: false, problem: 'not-json' },
    'connection.take-file': () => ({ added: 0, changed: 1 }),
  }
}

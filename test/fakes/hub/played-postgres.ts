import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** How the played server behaves. */
interface Role {
  /** The timeline that the nth connection finds, from 1. */
  readonly timelineOf?: (connection: number) => number
  /** Answers the nth `listen`, from 1. */
  readonly onListen?: (socket: Socket, nth: number) => unknown
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`)
const number = (value: number, bytes: 2 | 4): Buffer => {
  const made = Buffer.alloc(bytes)
  made.writeIntBE(value, 0, bytes)
  return made
}
const message = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), number(body.length + 4, 4), body])
}
const ready = message('Z', Buffer.from('I'))
const end = text('SELECT 1')

/** One row of columns, each with its type's number and its value. */
const row = (columns: readonly (readonly [string, number, string])[]): Buffer =>
  Buffer.concat([
    message(
      'T',
      number(columns.length, 2),
      ...columns.map(([name, type]) =>
        Buffer.concat([text(name), Buffer.alloc(6), number(type, 4), number(-1, 2), number(-1, 4), number(0, 2)]),
      ),
    ),
    message(
      'D',
      number(columns.length, 2),
      ...columns.map(([, , value]) => Buffer.concat([number(value.length, 4), Buffer.from(value)])),
    ),
    message('C', end),
    ready,
  ])

/** Plays as much of a PostgreSQL server as the hub's connections need, for what no real server does at a chosen moment. */
export async function playPostgres({ timelineOf = () => 1, onListen }: Role) {
  const carriedOut: number[] = []
  let [connections, listens] = [0, 0]
  const server = createServer((socket) => {
    connections += 1
    const timeline = timelineOf(connections)
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', number(0, 4)), ready]))
      socket.on('data', (data) => {
        const asked = data.toString('latin1')
        if (asked.startsWith('X')) socket.end()
        else if (asked.includes('pg_is_in_recovery'))
          socket.write(
            row([
              ['isStandby', 16, 'f'],
              ['timeline', 23, String(timeline)],
              ['startedAt', 25, '1'],
            ]),
          )
        else if (asked.includes('hub.')) {
          carriedOut.push(timeline)
          socket.write(Buffer.concat([message('1'), message('2'), row([['value', 3802, '{}']])]))
        } else if (asked.includes('listen')) {
          listens += 1
          onListen?.(socket, listens)
        }
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://hub@127.0.0.1:${port}/setdesk`,
    /** The timeline of the server at each call that it carried out. */
    carriedOut,
    listens: () => listens,
  }
}

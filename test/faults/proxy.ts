import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * When a fault cuts an exchange: at its first byte, before reading; after reading the whole request, before passing it on; after
 * the platform's answer, before passing it back; within the answer; or never, and the request is only delayed.
 */
export const phases = ['before-read', 'before-commit', 'after-commit', 'in-body', 'none'] as const
export type Phase = (typeof phases)[number]

/** The fault for the next exchange with this path. */
export interface Meeting {
  readonly path: string
  readonly phase: Phase
  /** Actions of another user in the meantime, before anything is cut or passed on. */
  readonly meanwhile?: () => Promise<void>
}

/** Sits between an app and a platform, and cuts one exchange at a chosen phase; all others pass. */
export interface FaultProxy {
  readonly url: string
  readonly meetNext: (meeting: Meeting) => void
  /** Whether the fault has occurred. */
  readonly hasMet: () => boolean
  readonly close: () => Promise<void>
}

/** `url`: of the platform, plain HTTP. Reads only the first request of a connection, because a changing request has its own. */
export async function startProxy(url: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let next: Meeting | undefined
  const keep = (socket: Socket): Socket => {
    open.add(socket)
    return socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket))
  }
  const callPlatform = (): Socket => keep(connect(Number(port), hostname))

  const meet = async ({ phase, meanwhile }: Meeting, client: Socket, first: Buffer): Promise<void> => {
    if (phase === 'before-read') return void client.resetAndDestroy()
    const request = await readMessage(client, first)
    if (phase === 'none' || phase === 'before-commit') await meanwhile?.()
    if (phase === 'before-commit') return void client.resetAndDestroy()
    const platform = callPlatform()
    platform.write(request)
    const answer = await readMessage(platform, Buffer.alloc(0))
    if (phase === 'after-commit') await meanwhile?.()
    if (phase === 'after-commit') return void client.resetAndDestroy()
    if (phase === 'none') return void client.end(answer)
    const body = answer.indexOf('\r\n\r\n') + 4
    client.write(answer.subarray(0, body + Math.ceil((answer.length - body) / 2)), () =>
      setTimeout(() => client.resetAndDestroy(), 5),
    )
  }

  const server = createServer((client) => {
    keep(client).once('data', (first: Buffer) => {
      const meeting = next
      if (meeting !== undefined && first.toString('latin1').split(' ')[1]?.split('?')[0] === meeting.path) {
        next = undefined
        return void meet(meeting, client, first)
      }
      const platform = callPlatform()
      platform.write(first)
      client.pipe(platform).pipe(client)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    meetNext: (meeting) => void (next = meeting),
    hasMet: () => next === undefined,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads one whole HTTP message: its head, and the body as long as the head says. */
function readMessage(socket: Socket, first: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    let bytes = first
    const isWhole = (): boolean => {
      const end = bytes.indexOf('\r\n\r\n')
      if (end === -1) return false
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(bytes.toString('latin1', 0, end + 2))?.[1] ?? 0)
      return bytes.length >= end + 4 + length
    }
    const take = (more: Buffer): void => {
      bytes = Buffer.concat([bytes, more])
      if (!isWhole()) return
      socket.off('data', take)
      resolve(bytes)
    }
    if (isWhole()) return resolve(bytes)
    socket.on('data', take)
  })
}

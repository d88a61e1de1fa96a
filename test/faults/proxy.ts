import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Where a fault meets an exchange: at its first byte, with nothing of it read; once all of it was read, and nothing passed on;
 * once the platform has answered, and nothing of that passed back; within the answer; or nowhere, and it is passed on late.
 */
export const phases = ['before-read', 'before-commit', 'after-commit', 'in-body', 'none'] as const
export type Phase = (typeof phases)[number]

/** What is to meet the next exchange that calls this path. */
export interface Meeting {
  readonly path: string
  readonly phase: Phase
  /** What somebody else does meanwhile: before anything is cut or passed on. */
  readonly meanwhile?: () => Promise<void>
}

/** Stands between an app and a platform, and cuts one exchange at a chosen phase; all others pass. */
export interface FaultProxy {
  readonly url: string
  readonly meetNext: (meeting: Meeting) => void
  /** Whether what was to be met was met. */
  readonly hasMet: () => boolean
  readonly close: () => Promise<void>
}

/** `url`: of the platform, plain HTTP. Only the first request of a connection is looked at: a changing one has its own. */
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

/** One whole HTTP message: its head, and as much as that says follows. */
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

import { once } from 'node:events'
import { lstatSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startLoopbackServer } from '../../../../src/main/loopback/server.ts'
import { createFakeApp } from '../../../fakes/app.ts'
import { createFakeLog } from '../../../fakes/log.ts'
import { trulyRandom } from '../../../fakes/random.ts'
import { makeRenderer } from './start-server.ts'

/** Larger than what the sockets hold. */
const size = 8 * 1024 * 1024

// Other systems do not list what a process has open.
test.skipIf(process.platform !== 'linux')(
  'a served file is closed if its browser goes away before the end',
  async () => {
    const rendererFolder = makeRenderer()
    const large = join(rendererFolder, 'assets', 'large-abc.js')
    writeFileSync(large, Buffer.alloc(size, ' '))
    const deps = { app: createFakeApp(), log: createFakeLog(), random: trulyRandom, rendererFolder, port: 0 }
    const server = await startLoopbackServer(deps)
    onTestFinished(() => server.close())
    const { port, host } = new URL(server.origin)

    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET /assets/large-abc.js HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    await once(socket, 'data')
    socket.pause()
    expect(isOpen(large)).toBe(true)

    socket.destroy()
    await expect.poll(() => isOpen(large)).toBe(false)
  },
)

const isOpen = (path: string): boolean =>
  readdirSync('/proc/self/fd').some((name) => {
    const file = join('/proc/self/fd', name)
    // The list also contains the folder itself, which is closed by now.
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined && readlinkSync(file) === path
  })

import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../../src/sandbox/server.ts'

async function start(): Promise<{ readonly port: number; readonly setOffline: (wanted: boolean) => Promise<void> }> {
  const server = await startServer(
    0,
    (_, response) => Promise.resolve(void response.end('here')),
    () => undefined,
  )
  onTestFinished(server.close)
  return { port: Number(new URL(server.url).port), setOffline: server.setOffline }
}

const read = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text()

test('the sandbox returns to its port after being offline, and the port is outside the range that the system gives away', async () => {
  const { port, setOffline } = await start()
  expect(port).toBeGreaterThanOrEqual(15_000)
  expect(port).toBeLessThanOrEqual(32_000)

  await setOffline(true)
  await expect(read(port)).rejects.toThrow('fetch failed')
  const other = await start()
  expect(other.port).not.toBe(port)
  await setOffline(false)
  expect(await read(port)).toBe('here')
})

test('the sandbox skips a port that is in use', async () => {
  const { port } = await start()
  const holder = createServer().listen(port + 1, '127.0.0.1')
  onTestFinished(() => void holder.close())
  await once(holder, 'listening')

  const { port: next } = await start()
  expect([port, port + 1]).not.toContain(next)
  expect(await read(next)).toBe('here')
})

test('the sandbox returns to its port once another program that used the port is gone', async () => {
  const { port, setOffline } = await start()
  await setOffline(true)
  const holder = createServer().listen(port, '127.0.0.1')
  await once(holder, 'listening')
  const back = setOffline(false)
  setTimeout(() => void holder.close(), 150)
  await back
  expect(await read(port)).toBe('here')
})

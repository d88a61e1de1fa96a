import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../main/loopback/start-server.ts'
import { root } from '../structure/project-files.ts'

/** The script of docs/bridge.md, after the line of the host, and the lines that it prints. */
function runExample(url: string) {
  const child = spawn(process.execPath, [join(root, 'docs/bridge-example.mjs')])
  child.stdin.write(`${JSON.stringify({ url })}\n`)
  onTestFinished(() => void child.kill())
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator](), exit: once(child, 'exit') }
}

test('the example script for the bridge signs in, calls, and receives events until the host stops', async () => {
  const { app, server } = await startServer()
  const { lines, exit } = runExample(server.launchUrl)
  const next = async (): Promise<unknown> => (await lines.next()).value
  expect(await next()).toBe('The saved work is new; 0 jobs are done.')
  expect(await next()).toBe('snapshot ')
  app.push({ name: 'job-changed', payload: { id: '01M82054CVW4CZ79QSDKM7XWAJ' } })
  expect(await next()).toBe('job-changed 01M82054CVW4CZ79QSDKM7XWAJ')
  await server.close()
  expect(await exit).toEqual([0, null])
  expect(app.calls[0]).toEqual({ channel: 'app.snapshot', request: {} })
})

test('the example script for the bridge reports if the address was used already', async () => {
  const { server, launched } = await startServer()
  await launched()
  const { child, exit } = runExample(server.launchUrl)
  const said: string[] = []
  child.stderr.on('data', (text: Buffer) => said.push(text.toString()))
  expect(await exit).toEqual([1, null])
  expect(said.join('')).toContain('This address has been used.')
})

import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { createApartStarter } from '../../../../src/main/electron/electron-ports.ts'
import { createRunApart, environmentApart, runApartInNode } from '../../../../src/main/host/run-apart.ts'
import { app } from '../../../shell/double/app.ts'
import { utilityProcess } from '../../../shell/double/utility-process.ts'
import { makeFolder } from '../../../fakes/folder.ts'

vi.mock('electron', async () => (await import('../../../fakes/electron-module.ts')).electronForStores)

const runApartInElectron = createRunApart(
  createApartStarter(utilityProcess as unknown as typeof Electron.utilityProcess),
)
const answering = new URL('../../../../src/main/storage/answer-apart.ts', import.meta.url).href

/** The file of a process apart that answers with what `carryOut` makes of its task. */
function writeFile(carryOut: string): URL {
  const path = join(makeFolder(), 'apart.mjs')
  writeFileSync(path, `import { answerApart } from '${answering}'\nanswerApart(${carryOut})\n`)
  return pathToFileURL(path)
}

describe.each([
  ['Node', runApartInNode],
  ['Electron', runApartInElectron],
])('a separate process under %s', (_, runApart) => {
  it('receives a task that contains bytes, and is ended once it has answered', async () => {
    await app.whenReady()
    const file = writeFile('async ({ bytes, name }) => ({ sum: bytes[0] + bytes[1], name, pid: process.pid })')
    const answer = await runApart(file, { bytes: new Uint8Array([3, 4]), name: 'é' })
    expect(answer).toEqual({ sum: 7, name: 'é', pid: expect.any(Number) })
    const { pid } = answer as { readonly pid: number }
    expect(pid).not.toBe(process.pid)
    expect(() => process.kill(pid, 0)).toThrow()
  })

  it.each([
    ['ends without an answer', () => writeFile('() => process.exit(0)')],
    ['is killed', () => writeFile("() => process.kill(process.pid, 'SIGKILL')")],
    ['fails', () => writeFile("() => { throw new Error('broken') }")],
    ['fails later', () => writeFile("async () => { throw new Error('broken') }")],
    ['has no file', () => pathToFileURL(join(makeFolder(), 'nothing.mjs'))],
  ])('has no result if it %s', async (_name, file) => {
    await app.whenReady()
    expect(await runApart(file(), 'task')).toBeUndefined()
  })

  it('survives a signal that a terminal sends to all processes of a program', async () => {
    await app.whenReady()
    const file = writeFile("() => (process.kill(process.pid, 'SIGINT'), process.kill(process.pid, 'SIGHUP'), 'alive')")
    expect(await runApart(file, 'task')).toBe('alive')
  })

  it('is ended when its answer is no longer wanted', async () => {
    await app.whenReady()
    const begun = join(makeFolder(), 'begun')
    const file = writeFile("async (path) => { (await import('node:fs')).writeFileSync(path, ''); for (;;); }")
    const end = new AbortController()
    const running = runApart(file, begun, end.signal)
    await vi.waitFor(() => expect(existsSync(begun)).toBe(true), 30_000)
    end.abort()
    expect(await running).toBeUndefined()
    expect(await runApart(file, begun, end.signal)).toBeUndefined()
  })

  it('gets only those environment variables that its system needs', async () => {
    await app.whenReady()
    process.env['SETDESK_TOKEN_OF_A_TEST'] = 'abc'
    const names = (await runApart(writeFile('() => Object.keys(process.env)'), 'task')) as readonly string[]
    delete process.env['SETDESK_TOKEN_OF_A_TEST']
    expect(names).not.toContain('SETDESK_TOKEN_OF_A_TEST')
    expect(environmentApart({ SystemRoot: 'C:\\Windows', PATH: '/bin' })).toEqual({ SystemRoot: 'C:\\Windows' })
  })
})

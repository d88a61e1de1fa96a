import { describe, expect, it } from 'vitest'
import { run } from '../../../scripts/lib/run.mjs'

const node = (script: string) => [process.execPath, ['-e', script]] as const

describe('a program that a script runs', () => {
  it('gives its exit code and its output on either stream', async () => {
    const ending = await run(...node("console.log('out'); console.error('err'); process.exitCode = 3"), { quiet: true })
    expect(ending).toMatchObject({ code: 3, timedOut: false })
    expect(ending.output.split('\n').filter(Boolean).sort()).toEqual(['err', 'out'])
  })

  it('gives the reason, without an exception, if it does not exist', async () => {
    const ending = await run('/no/such/program', [], { quiet: true })
    expect(ending).toMatchObject({ code: null, output: expect.stringContaining('ENOENT') })
  })

  it('is reported with the signal that killed the program', async () => {
    const ending = await run(...node("process.kill(process.pid, 'SIGKILL')"), { quiet: true })
    expect(ending).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: false })
  })

  it('is ended together with its child processes when the caller says so', async () => {
    // Both processes print to the same pipe, so the pipe ends only when both have ended.
    const script = `
      require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      setInterval(() => {}, 1000)`
    let asked = 0
    const ending = await run(...node(script), { quiet: true, keepGoing: () => (asked += 1) < 2 })
    expect(ending).toMatchObject({ code: null, timedOut: true })
  })
})

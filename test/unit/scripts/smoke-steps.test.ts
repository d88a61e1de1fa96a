import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../../scripts/lib/project.mjs'
import { judgeKey, judgeSeccomp, runSmoke } from '../../../scripts/lib/smoke-steps.mjs'
import { makeFolder } from '../../fakes/folder.ts'

const keyOf = (prefix: string) =>
  JSON.stringify({ protection: 'system', wrapped: Buffer.from(`${prefix}sealed`).toString('base64') })

describe("the smoke run's check of a renderer's sandbox", () => {
  it('requires the filter mode of seccomp', () => {
    expect(judgeSeccomp('Name:\telectron\nSeccomp:\t2\nSeccomp_filters:\t3\n').verdict).toBe('ok')
    expect(judgeSeccomp('Seccomp:\t0\nSeccomp_filters:\t0\n')).toEqual({ verdict: 'FAILED', saw: 'Seccomp: 0' })
    expect(judgeSeccomp('Name:\telectron\n').verdict).toBe('FAILED')
  })
})

describe("the smoke run's check of the stored key", () => {
  it('rejects a v10 key on Linux, because nothing protects a v10 key there', () => {
    expect(judgeKey(keyOf('v11'), 'linux')).toEqual({ verdict: 'ok', saw: 'system, v11' })
    expect(judgeKey(keyOf('v10'), 'linux')).toEqual({
      verdict: 'FAILED',
      saw: 'system, v10: protected by nothing on Linux',
    })
  })

  it('accepts a v10 key on macOS and Windows, where the system protects the key', () => {
    for (const platform of ['darwin', 'win32'] as const) expect(judgeKey(keyOf('v10'), platform).verdict).toBe('ok')
  })

  it('asks for a check by hand if there is no key yet, and rejects a key that is not from the system', () => {
    expect(judgeKey(undefined, 'linux').verdict).toBe('by hand')
    expect(judgeKey('{"protection":"training-file"}', 'linux').verdict).toBe('FAILED')
    expect(judgeKey('broken', 'linux').verdict).toBe('FAILED')
  })
})

/** Runs all steps; the verdict on each, by its name. */
const smoke = async (fault = '') => {
  const folder = makeFolder()
  const program = join(folder, 'stand-in')
  const standIn = inProject('test', 'fakes', 'stand-in-electron.ts')
  writeFileSync(program, `#!${process.execPath}\nimport(${JSON.stringify(standIn)})\n`, { mode: 0o755 })
  const results = await runSmoke({
    program,
    appFolder: '/app',
    dataFolder: join(folder, 'data'),
    env: { ...process.env, STAND_IN: fault, ELECTRON_RUN_AS_NODE: '1' },
    platform: 'linux',
    limits: { windowMs: fault === 'hidden' ? 400 : 20_000, endMs: 10_000, killAfterMs: 100 },
    readStatus: () => 'Seccomp:\t2\n',
  })
  return Object.fromEntries(results.map(({ name, verdict }) => [name, verdict]))
}

describe.skipIf(process.platform === 'win32')('the smoke run on a stand-in for the program', () => {
  const all = {
    window: 'ok',
    sandbox: 'ok',
    page: 'ok',
    versions: 'ok',
    folder: 'ok',
    key: 'by hand',
    print: 'ok',
    second: 'ok',
    kill: 'ok',
    quit: 'ok',
  }

  it('passes every step that a machine can judge if the program works', async () => {
    expect(await smoke()).toEqual(all)
  })

  it.each([
    ['blank', ['page']],
    ['other-node', ['versions']],
    ['no-ledger', ['folder']],
    ['no-pdf', ['print']],
    ['second-fails', ['second']],
    ['quit-fails', ['quit']],
    ['hidden', ['window', 'kill']],
  ])('with the fault "%s" fails at the steps that the fault affects and at no others', async (fault, failed) => {
    const verdicts = await smoke(fault)
    expect(verdicts).toEqual({ ...all, ...Object.fromEntries(failed.map((name) => [name, 'FAILED'])) })
  })

  it('fails at the first step, and ends, if the program ends at once', async () => {
    expect(await smoke('crashes')).toEqual({ window: 'FAILED' })
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../../../package.json' with { type: 'json' }
import { listFiles, readText, root } from '../../structure/project-files.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly uses?: string
  readonly 'runs-on'?: string
  readonly needs?: string | readonly string[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly environment?: string
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } }
  readonly steps?: readonly Step[]
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const folder = join(root, '.github', 'workflows')
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
const workflows = new Map([...texts].map(([name, text]) => [name, parse(text) as Workflow]))
const jobs = [...workflows.values()].flatMap((workflow) => Object.values(workflow.jobs))
const steps = jobs.flatMap(({ steps = [] }) => steps)
const jobOf = (name: string, job: string): Job => workflows.get(name)?.jobs[job] ?? {}

describe('the workflows', () => {
  it('are two files, and run only commands that package.json has', () => {
    expect([...texts.keys()].toSorted()).toEqual(['release.yml', 'test.yml'])
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm (?:run (?:-s )?)?([\w:-]+)/g)].map(([, script = '']) => script),
    )
    expect(named).toEqual(expect.arrayContaining(['test', 'smoke', 'package', 'sbom', 'ci']))
    expect(named.filter((script) => script !== 'ci' && !Object.hasOwn(manifest.scripts, script))).toEqual([])
  })

  it('pin every action by its commit, with the version beside it, and one commit for each action', () => {
    const used = [...texts.values()].flatMap((text) => [...text.matchAll(/uses: (.*)/g)].map(([, what = '']) => what))
    const foreign = used.filter((what) => !what.startsWith('./'))
    expect(foreign.length).toBeGreaterThan(5)
    expect(foreign.filter((what) => !/^actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(what))).toEqual([])
    const actions = new Set(foreign.map((what) => what.split('@')[0]))
    expect(new Set(foreign).size).toBe(actions.size)
  })

  it('may only read the sources, except for the job that publishes', () => {
    for (const [name, { permissions }] of workflows) expect(permissions, name).toEqual({ contents: 'read' })
    const more = jobs.filter(({ permissions }) => permissions !== undefined)
    expect(more).toEqual([jobOf('release.yml', 'publish')])
    expect(more[0]?.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' })
    expect(
      steps
        .filter((step) => step.uses?.startsWith('actions/checkout'))
        .every((step) => step.with?.['persist-credentials'] === false),
    ).toBe(true)
  })

  it('run on three systems of a fixed version, and run the tests before the packages', () => {
    const three = ['ubuntu-24.04', 'macos-15', 'windows-2025']
    expect(jobOf('test.yml', 'test').strategy?.matrix.os).toEqual(three)
    expect(jobOf('release.yml', 'package').strategy?.matrix.os).toEqual(three)
    expect(jobOf('release.yml', 'test').uses).toBe('./.github/workflows/test.yml')
    expect(jobOf('release.yml', 'package').needs).toBe('test')
    expect(jobOf('release.yml', 'publish').needs).toBe('package')
    for (const name of ['package', 'publish']) expect(jobOf('release.yml', name).environment).toBe('release')
  })

  it('download Electron with its own installer, and never start it without its sandbox', () => {
    for (const [name, job] of [
      ['test.yml', 'test'],
      ['release.yml', 'package'],
    ] as const)
      expect((jobOf(name, job).steps ?? []).some(({ run }) => run === 'npx --no-install install-electron')).toBe(true)
    expect([...texts.values()].join('\n')).not.toMatch(/no-sandbox|disable-web-security/)
  })

  it('set only variables that the sources read', () => {
    const read = [...listFiles('scripts', /\.(?:ts|mjs)$/), 'electron-builder.mjs']
      .map((path) => readText(path))
      .join('\n')
    const own = steps.flatMap(({ env = {} }) => Object.keys(env)).filter((name) => /^(?:SETDESK|APPLE|CSC)_/.test(name))
    expect(own).toContain('SETDESK_SIGN_WINDOWS')
    // electron-builder reads the password of the certificate itself.
    expect(own.filter((name) => name !== 'CSC_KEY_PASSWORD' && !read.includes(name))).toEqual([])
  })

  it('never use a secret in a command line', () => {
    expect(steps.filter(({ run = '' }) => run.includes('secrets.'))).toEqual([])
  })
})

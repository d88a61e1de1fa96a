import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/platform/catalogue/catalogue.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const require = createRequire(import.meta.url)

let folder = ''
let printed = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'setdesk-openapi-'))
  const { stdout } = await run(process.execPath, ['scripts/openapi.ts'], { cwd: root, maxBuffer: 10_000_000 })
  printed = stdout
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The problems that a public linter finds, errors and warnings, by rule. */
async function lint(description: string): Promise<readonly string[]> {
  const file = join(folder, 'openapi.json')
  await writeFile(file, description)
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const linter = [require.resolve('@redocly/cli/bin/cli.js'), 'lint', file]
  const settings = ['--config', join(root, 'redocly.yaml'), '--format', 'json']
  const { stdout } = await run(process.execPath, [...linter, ...settings], { cwd: root, env }).catch(
    (failure: unknown) => {
      if (failure instanceof Error && 'stdout' in failure) return { stdout: String(failure.stdout) }
      throw failure
    },
  )
  const report = JSON.parse(stdout) as { readonly problems: readonly { readonly ruleId: string }[] }
  return report.problems.map(({ ruleId }) => ruleId)
}

describe('the printed OpenAPI document', () => {
  it('passes a public linter', async () => {
    expect(await lint(printed)).toEqual([])
  })

  it('fails in the linter if it has a mistake', async () => {
    const twice = printed.replace('"operationId": "devices"', '"operationId": "getCustomer"')
    const unknownRule = printed.replace('#/components/schemas/mobile', '#/components/schemas/nothing')
    expect(await lint(twice)).toContain('operation-operationId-unique')
    expect(await lint(unknownRule)).toContain('no-unresolved-refs')
  })

  it('contains all calls, and nothing else is printed', () => {
    const { openapi, paths } = JSON.parse(printed) as {
      readonly openapi: string
      readonly paths: Readonly<Record<string, object>>
    }
    expect(openapi).toBe('3.1.0')
    expect(Object.values(paths).flatMap((item) => Object.keys(item))).toHaveLength(operations.length)
  })
})

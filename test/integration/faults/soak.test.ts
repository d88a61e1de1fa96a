import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('../../faults/run-soak.ts', import.meta.url))
const soak = async (...args: readonly string[]): Promise<readonly string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--size', '1', ...args])
  return stdout.trim().split('\n')
}
const seedOf = (lines: readonly string[]): string | undefined => /^Seed (\d+): /.exec(lines[0] ?? '')?.[1]

test('each soak prints its new seed first, so that the soak can be repeated', { timeout: 60_000 }, async () => {
  const [first, second] = await Promise.all([soak('--only', 'migrations'), soak('--only', 'migrations')])
  expect(seedOf(first)).not.toBe(seedOf(second))

  const again = await soak('--only', 'migrations', '--seed', seedOf(first) ?? '')
  expect(seedOf(again)).toBe(seedOf(first))
})

test('a soak of several targets at once reports every target', { timeout: 60_000 }, async () => {
  const lines = await soak('--only', 'migrations,model', '--jobs', '2', '--seed', '5')
  expect(lines.slice(1).map((line) => line.replace(/:.*/, ''))).toEqual(
    expect.arrayContaining(['holds  migrations', 'holds  model 8 of 8']),
  )
  expect(lines.at(-1)).toMatch(/^All 2 targets hold \(seed 5, /)
})

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Target } from '../../faults/targets/target.ts'

/**
 * Runs a short form of a target. A failure shows its findings first, because a report may cut the rest, and then its line with the seed.
 * In memory if possible: the test is about what was written and when, not about the disk.
 */
export async function holdTarget(target: Target, size: number, fixedSeed = 20_240_614): Promise<void> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'setdesk-target-'))
  try {
    const { wrong, line } = await target({ seed: Number(process.env['SEED'] ?? fixedSeed), folder, size })
    expect(wrong, [...wrong, line].join('\n')).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

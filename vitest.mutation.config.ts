import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files in memory, where the system has such a place: a commit waits for no disk there. */
const memory = '/dev/shm'

/** Runs the quickest files first. A run ends at its first failed test, and most mutants make a quick test fail. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const took = (file: TestSpecification): number =>
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? Number.MAX_SAFE_INTEGER
    return files.toSorted((one, other) => took(one) - took(other))
  }
}

/** The tests that mutants of the queue are held against: its unit tests, which are quick enough to run thousands of times. */
export default defineConfig({
  test: {
    include: ['test/unit/main/jobs/**/*.test.ts'],
    // Fills files with 20,000 and 56,000 jobs, which takes too long for each mutant.
    exclude: ['test/unit/main/jobs/activity-size.test.ts'],
    pool: 'threads',
    // To load the modules again for each file takes longer than most tests.
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    restoreMocks: true,
    testTimeout: 60_000,
    env: existsSync(memory) ? { TMPDIR: memory } : {},
  },
})

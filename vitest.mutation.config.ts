import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** Files in memory, where the system has such a place: a commit waits for no disk there. */
const memory = '/dev/shm'

/** The tests that mutants of the queue are held against: its unit tests, which are quick enough to run thousands of times. */
export default defineConfig({
  test: {
    include: ['test/unit/main/jobs/**/*.test.ts'],
    // Fills files with 20,000 and 56,000 jobs, which takes too long for each mutant.
    exclude: ['test/unit/main/jobs/activity-size.test.ts'],
    pool: 'threads',
    restoreMocks: true,
    testTimeout: 60_000,
    env: existsSync(memory) ? { TMPDIR: memory } : {},
  },
})

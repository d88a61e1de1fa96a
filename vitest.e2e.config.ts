import { defineConfig } from 'vitest/config'

/** End-to-end specs, on the target that SETDESK_TARGET names: two files at a time, since each drives a browser and a host. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.e2e.ts'],
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy computer makes a spec slower, not wrong.
    expect: { poll: { timeout: 20_000 } },
  },
})

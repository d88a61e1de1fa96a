import { defineConfig } from 'vitest/config'

/** The tests that mutants of the judges are held against: those that read answers. */
export default defineConfig({
  test: {
    include: ['test/unit/platform/*.test.ts', 'test/unit/platform/{words,text,read,judge,transport}/*.test.ts'],
    // How an answer comes by the network says nothing of how it is read.
    exclude: ['open-socket', 'transport', 'client', 'ask-for-tunnel', 'fetch-products'].map(
      (name) => `test/unit/platform/**/${name}.test.ts`,
    ),
    pool: 'threads',
    restoreMocks: true,
    testTimeout: 60_000,
  },
})

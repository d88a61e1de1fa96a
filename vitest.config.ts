import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration}/**/*.test.{ts,tsx}'],
    pool: 'threads',
    maxWorkers: 2,
    // It imports Electron, for which a test that uses it puts a stand-in.
    server: { deps: { inline: ['electron-store'] } },
    restoreMocks: true,
    testTimeout: 20_000,
    // A busy computer makes a test slower, not wrong.
    expect: { poll: { timeout: 15_000 } },
  },
})

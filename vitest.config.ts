import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,contract,integration}/**/*.test.{ts,tsx}'],
    pool: 'threads',
    restoreMocks: true,
    testTimeout: 20_000,
  },
})

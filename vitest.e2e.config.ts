import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { filesInMemory } from './vitest.config.ts'

/**
 * The specs that also run on the double of Electron: what touches the host (its start, kill and restart, IPC, settings, key
 * store, files, camera permission) and the screens that differ in the window. The others prove something about the page or the
 * main job, which are the same on all hosts; the loopback target runs them all, and so does a real Electron.
 */
const onShell = [
  'accessible',
  'accessible-maintenance',
  'connecting',
  'damaged',
  'first-run',
  'licences',
  'maintenance',
  'offline',
  'target',
  'updates',
].map((name) => `test/e2e/${name}.e2e.ts`)

const missing = onShell.filter((file) => !existsSync(file))
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`)

/** End-to-end specs, on the target that SETDESK_TARGET names: two files at a time, since each drives a browser and a host. */
export default defineConfig({
  test: {
    include: process.env['SETDESK_TARGET'] === 'shell' ? onShell : ['test/e2e/**/*.e2e.ts'],
    pool: 'forks',
    // Specs share the modules that they import, and a browser: to load and start them again for each file took longer than many specs.
    isolate: false,
    environment: './test/e2e/environment.ts',
    maxWorkers: 2,
    restoreMocks: true,
    env: filesInMemory(),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy computer makes a spec slower, not wrong.
    expect: { poll: { timeout: 20_000 } },
  },
})

import { existsSync, statfsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { pageTexts } from './scripts/lib/page-texts.ts'

const memory = '/dev/shm'

/** Puts the files of tests into memory where the system has such a place with enough room: a commit waits for no disk there. */
export function filesInMemory(): Record<string, string> {
  if (!existsSync(memory)) return {}
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= 2 ** 31 ? { TMPDIR: memory } : {}
}

const isSoak = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/integration/faults/')

/** Starts the soaks first. They take longest, and mostly wait: at the end there would be nothing left to run beside them. */
class SoaksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isSoak), ...sorted.filter((file) => !isSoak(file))]
  }
}

/** Tests that replace modules, globals or timers. Each needs a worker of its own. */
const apart = [
  'test/unit/main/{electron,host}/**/*.test.ts',
  'test/unit/main/vault/vault.test.ts',
  'test/unit/preload/**/*.test.ts',
  'test/unit/renderer/features/{scan,calibration}/**/*.test.{ts,tsx}',
  'test/unit/renderer/features/bulk/read-once.test.ts',
  'test/integration/maintenance/held-backup.test.ts',
  'test/integration/updates/shut-work.test.ts',
]

export default defineConfig({
  plugins: [pageTexts],
  test: {
    pool: 'threads',
    // Many tests wait, for an answer or for a process.
    maxWorkers: 4,
    sequence: { sequencer: SoaksFirst },
    // It imports Electron, for which a test that uses it puts a stand-in.
    server: { deps: { inline: ['electron-store'] } },
    restoreMocks: true,
    env: filesInMemory(),
    // A busy computer makes a test slower, not wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        // Files share the modules that they import: to load them again for each file took longer than the tests.
        test: {
          name: 'unit',
          include: ['test/{unit,contract}/**/*.test.{ts,tsx}'],
          exclude: apart,
          setupFiles: ['test/fakes/speak-english.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'apart', include: apart, setupFiles: ['test/fakes/speak-english.ts'] } },
      {
        extends: true,
        test: {
          name: 'integration',
          // Each worker is a process. If a worker dies, only its file fails, and the run goes on.
          pool: 'forks',
          include: ['test/integration/**/*.test.ts'],
          exclude: apart,
          setupFiles: ['test/fakes/quick-keys.ts'],
          isolate: false,
        },
      },
      // They need the built app.
      { extends: true, test: { name: 'package', include: ['test/package/**/*.test.ts'] } },
    ],
  },
})

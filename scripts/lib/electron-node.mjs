/**
 * The version of the pinned Electron, and the version of the Node inside it. `npm run smoke` compares both with the running
 * Electron. The Node inside Electron is older than the pinned Node.
 */
export const electronNode = { electron: '45.4.1', node: '24.18.1' }

/**
 * The Vitest runs on the Node of `electronNode`: the main job on both hosts, and the tests that depend on Node's SQLite (backup)
 * and TLS (error codes, system and company certificates).
 * @type {readonly { title: string, env: Record<string, string>, args: readonly string[] }[]}
 */
export const runsOnElectronNode = [
  {
    title: 'SQLite, TLS and certificates',
    env: {},
    args: [
      'test/unit/main/storage/database.test.ts',
      'test/unit/main/maintenance/make-backup.test.ts',
      'test/unit/main/maintenance/backup-files.test.ts',
      'test/unit/platform/transport/open-socket.test.ts',
      'test/unit/platform/read/read-authority.test.ts',
      'test/integration/maintenance/restore.test.ts',
      'test/integration/app/connection-network.test.ts',
    ],
  },
  ...['loopback', 'shell'].map((target) => ({
    title: `the main job, ${target}`,
    env: { SETDESK_TARGET: target },
    args: ['--config', 'vitest.e2e.config.ts', 'test/e2e/first-run.e2e.ts'],
  })),
]

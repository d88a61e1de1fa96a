import { vi } from 'vitest'

/** Costs of a key derivation in tests: far below the real ones. A file names its cost, so every process can read it. */
const quick = { passphrase: { cost: 2 ** 5, parallel: 1 }, exportWork: 2 ** 14 } as const

// Hundreds of integration tests protect a folder with a passphrase. The unit tests of these two files use the real cost.
vi.mock(import('../../src/main/vault/key-file.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    // The PINs of technicians cost as much.
    guessCost: quick.passphrase,
    wrapByPassphrase: (key, passphrase) => real.wrapByPassphrase(key, passphrase, quick.passphrase),
  }
})
vi.mock(import('../../src/main/maintenance/transfer-file.ts'), async (load) => {
  const real = await load()
  return {
    ...real,
    deriveFileKey: (passphrase, salt) => real.deriveFileKey(passphrase, salt, quick.exportWork),
  }
})

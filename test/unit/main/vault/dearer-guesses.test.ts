import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  guessCost,
  readKeyFile,
  unwrapByPassphrase,
  wrapByPassphrase,
  writeKeyFile,
} from '../../../../src/main/vault/key-file.ts'
import { createVault, keyFileName, type Vault } from '../../../../src/main/vault/vault.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { trulyRandom } from '../../../fakes/random.ts'

async function openVault(folder: string): Promise<Vault> {
  const vault = createVault({
    folder,
    keyStore: { kind: 'passphrase' },
    random: trulyRandom,
    hasSealedWork: () => false,
  })
  await vault.open()
  return vault
}

test('the first unlock after an update makes guessing the passphrase slower, but changes neither the passphrase nor the data', async () => {
  const folder = makeFolder()
  const path = join(folder, keyFileName)
  const first = await openVault(folder)
  await first.protect('correct horse')
  const sealed = first.sealing()?.seal('row', 'Amélie') ?? new Uint8Array()
  const record = readKeyFile(path)
  if (typeof record !== 'object' || record.protection !== 'passphrase') throw new Error('no record')
  const dataKey = await unwrapByPassphrase(record, 'correct horse')
  writeKeyFile(path, {
    ...(await wrapByPassphrase(dataKey ?? new Uint8Array(), 'correct horse', { cost: 2 ** 15, parallel: 1 })),
    bindsRecords: true,
  })
  const updated = await openVault(folder)
  expect(await updated.unlock('wrong horse')).toBe('wrong-passphrase')
  expect(readKeyFile(path)).toMatchObject({ parallel: 1 })
  expect(await updated.unlock('correct horse')).toBe('done')
  expect(readKeyFile(path)).toMatchObject(guessCost)
  const next = await openVault(folder)
  expect(await next.unlock('correct horse')).toBe('done')
  expect(next.sealing()?.open('row', sealed)).toBe('Amélie')
})

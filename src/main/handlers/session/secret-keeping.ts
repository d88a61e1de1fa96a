import type { BridgeError } from '../../../shared/bridge/errors.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import type { Ports } from '../../ports.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Office } from './office.ts'
import { problem } from './problem.ts'

interface Refusal {
  readonly ok: false
  readonly error: BridgeError
}

/** What must be so before a secret is taken in. */
export interface SecretKeeping {
  /** A key to seal with, where there is none yet. */
  readonly open: () => Promise<boolean>
  /** Opens, or says why a secret of such a connection is not taken: training's bare file protects no real one. */
  readonly prepare: (kind: Connection['kind']) => Promise<Refusal | undefined>
}

export function createSecretKeeping({
  ports,
  vault,
  office,
}: {
  readonly ports: Pick<Ports, 'keyStore'>
  readonly vault: Vault
  readonly office: Office
}): SecretKeeping {
  const open = async (): Promise<boolean> => {
    if (vault.view().state === 'unavailable') await vault.open()
    if (vault.view().state === 'new') await vault.makeKey()
    await office.refresh()
    return office.open() !== undefined
  }
  return {
    open,
    async prepare(kind) {
      const isProtected = ports.keyStore.kind !== 'passphrase' || vault.view().protection === 'passphrase'
      if (kind === 'platform' && !isProtected)
        return problem(
          'passphrase-needed',
          'A real connection needs a passphrase first: it protects the token and the stored work',
        )
      await open()
      return undefined
    },
  }
}

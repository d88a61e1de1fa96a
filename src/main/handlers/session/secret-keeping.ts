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

/** Checks what is needed before a secret is stored. */
export interface SecretKeeping {
  /** Opens the vault and creates a key if there is none. False if the session did not open. */
  readonly open: () => Promise<boolean>
  /** Opens the vault, or refuses: the unencrypted key file of training must not protect a real platform's secret. */
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

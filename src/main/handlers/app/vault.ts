import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Handlers } from '../../app.ts'
import type { VaultOutcome } from '../../vault/vault.ts'
import { problem } from '../session/problem.ts'
import { done } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'

const refusals = {
  'wrong-passphrase': problem('wrong-passphrase', 'This is not the passphrase; nothing was changed'),
  unavailable: problem('key-store-unavailable', 'The key store does not answer now; nothing is lost'),
  'not-possible-now': problem('already-set-up', 'The stored work is protected already'),
}

/** The passphrase that opens the stored work on a host without a system key store. */
export function createVaultHandlers({
  vault,
  sessions,
}: Pick<AppParts, 'vault' | 'sessions'>): Pick<Handlers, 'vault.protect' | 'vault.unlock'> {
  const answer = async (outcome: VaultOutcome): Promise<Reply<Record<string, never>>> => {
    await sessions.refresh()
    return outcome === 'done' ? done : refusals[outcome]
  }
  return {
    'vault.protect': async ({ passphrase }) => {
      const { state, protection } = vault.view()
      if (state !== 'new' && protection !== 'training-file') return answer('not-possible-now')
      return answer(await vault.protect(passphrase))
    },
    'vault.unlock': async ({ passphrase }) => answer(await vault.unlock(passphrase)),
  }
}

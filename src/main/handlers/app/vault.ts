import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Handlers } from '../../app.ts'
import type { Clock } from '../../ports.ts'
import type { Vault, VaultOutcome } from '../../vault/vault.ts'
import { problem } from '../session/problem.ts'
import { done } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'

const refusals = {
  'wrong-passphrase': problem('wrong-passphrase', 'This is not the passphrase; nothing was changed'),
  unavailable: problem('key-store-unavailable', 'The key store does not answer now; nothing is lost'),
  'not-possible-now': problem('already-set-up', 'The stored work is protected already'),
}

/** Wrong passphrases that are answered at once: a person mistypes. */
const quickTries = 3
const longestPause = 30_000

/** Milliseconds before the next try, after so many wrong ones in a row. */
const pauseAfter = (wrong: number): number =>
  wrong < quickTries ? 0 : Math.min(longestPause, 1000 * 2 ** (wrong - quickTries))

/** The passphrase that opens the stored work where no system key store protects it. Who guesses waits longer each time. */
export function createVaultHandlers({
  vault,
  sessions,
  clock,
}: {
  readonly vault: Pick<Vault, 'view' | 'protect' | 'unlock'>
  readonly sessions: Pick<Sessions, 'refresh'>
  readonly clock: Pick<Clock, 'after'>
}): Pick<Handlers, 'vault.protect' | 'vault.unlock'> {
  let wrong = 0
  let last: Promise<unknown> = Promise.resolve()
  const unlock = async (passphrase: string): Promise<VaultOutcome> => {
    const pause = pauseAfter(wrong)
    if (pause > 0) await new Promise<void>((resolve) => void clock.after(pause, resolve))
    const outcome = await vault.unlock(passphrase)
    wrong = outcome === 'wrong-passphrase' ? wrong + 1 : 0
    return outcome
  }
  const answer = async (outcome: VaultOutcome): Promise<Reply<Record<string, never>>> => {
    await sessions.refresh()
    return outcome === 'done' ? done : refusals[outcome]
  }
  return {
    'vault.protect': async ({ passphrase }) => {
      const { state, protection } = vault.view()
      const isWeak = protection === 'training-file' || protection === 'system-weak'
      if (state !== 'new' && !isWeak) return answer('not-possible-now')
      return answer(await vault.protect(passphrase))
    },
    async 'vault.unlock'({ passphrase }) {
      // One at a time: guesses that are sent together wait for each other.
      const tried = last.then(() => unlock(passphrase))
      last = tried.catch(() => undefined)
      return answer(await tried)
    },
  }
}

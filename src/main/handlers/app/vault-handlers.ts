import type { Reply } from '../../../shared/bridge/bridge.ts'
import type { Handlers } from '../../app.ts'
import type { Clock } from '../../ports.ts'
import type { Vault, VaultOutcome } from '../../vault/vault.ts'
import { problem } from '../session/problem.ts'
import { done } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import { createOneAtATime } from '../../../shared/one-at-a-time.ts'

const refusals = {
  'wrong-passphrase': problem('wrong-passphrase', 'This is not the passphrase; nothing was changed'),
  unavailable: problem('key-store-unavailable', 'The key store does not answer now; nothing is lost'),
  'not-possible-now': problem('already-set-up', 'The stored work is protected already'),
  unfinished: problem(
    'storage-full',
    'There was no room to protect the stored work; make room, then start Setdesk again',
  ),
}

/** Handles the passphrase that opens the stored work. Each wrong guess makes the pause before the next guess longer. */
export function createVaultHandlers({
  vault,
  sessions,
  clock,
  onPassphraseChanged,
}: {
  readonly vault: Pick<Vault, 'protect' | 'unlock' | 'changePassphrase'>
  readonly sessions: Pick<Sessions, 'refresh'>
  readonly clock: Pick<Clock, 'after'>
  readonly onPassphraseChanged: () => void
}): Pick<Handlers, 'vault.protect' | 'vault.unlock' | 'vault.change-passphrase'> {
  let wrong = 0
  const guess = createGuesses(clock)
  const tryOne = (attempt: () => Promise<VaultOutcome>): Promise<VaultOutcome> =>
    guess(
      () => wrong,
      async () => {
        const outcome = await attempt()
        // An attempt that could not be made says nothing about the earlier guesses.
        if (outcome === 'wrong-passphrase') wrong += 1
        else if (outcome === 'done') wrong = 0
        return outcome
      },
    )
  const answer = async (outcome: VaultOutcome): Promise<Reply<Record<string, never>>> => {
    await sessions.refresh()
    return outcome === 'done' ? done : refusals[outcome]
  }
  return {
    'vault.protect': async ({ passphrase }) => answer(await vault.protect(passphrase)),
    'vault.unlock': async ({ passphrase }) => answer(await tryOne(() => vault.unlock(passphrase))),
    'vault.change-passphrase': async ({ passphrase, fresh }) => {
      const outcome = await tryOne(() => vault.changePassphrase(passphrase, fresh))
      const answered = await answer(outcome)
      // The file is now sealed with the new key, so the event that is added here is sealed with the new key, too.
      if (outcome === 'done') onPassphraseChanged()
      return answered
    },
  }
}

/** This many wrong guesses in a row are answered without a pause, because any technician may mistype. */
const quickTries = 3
const longestPause = 30_000

/** The pause before the next guess, in milliseconds. `wrong` is the number of wrong guesses in a row. */
const pauseAfter = (wrong: number): number =>
  wrong < quickTries ? 0 : Math.min(longestPause, 1000 * 2 ** (wrong - quickTries))

/** Allows one guess of a secret at a time. Each wrong guess makes the next pause longer. `countWrong`: wrong guesses in a row so far. */
export function createGuesses(clock: Pick<Clock, 'after'>) {
  const oneAtATime = createOneAtATime()
  return <T>(countWrong: () => number, attempt: () => Promise<T>): Promise<T> =>
    oneAtATime(async () => {
      const pause = pauseAfter(countWrong())
      if (pause > 0) await new Promise<void>((resolve) => void clock.after(pause, resolve))
      return attempt()
    })
}

import type { Page } from 'playwright'
import type { LedgerEntry } from '../../src/sandbox/platform-ledger.ts'
import type { JobState, BindingStatus } from '../../src/shared/domain/job.ts'

/** What the result on screen says about the work, and since when (milliseconds since 1970). */
export interface Claim {
  readonly at: number
  readonly state: JobState
  readonly customerBinding: BindingStatus
  readonly hostnameBinding: BindingStatus
  /** The word on an unfinished handout; empty on a finished one. */
  readonly handoutMark: string
}

interface WatchedWindow {
  claims?: Claim[]
}

/** Records every change of the result from now on. It runs in the page, so that no change is missed. */
export async function watchClaims(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watched = window as WatchedWindow
    const look = () => {
      const bindings = [...document.querySelectorAll<HTMLElement>('main ul:has(> [data-light]) [data-light]')]
      const claim = {
        state: document.querySelector<HTMLElement>('main section [data-state]')?.dataset['state'] as never,
        customerBinding: bindings[0]?.dataset['light'] as never,
        hostnameBinding: bindings[1]?.dataset['light'] as never,
        handoutMark: document.querySelector('.handout .handout-status strong')?.textContent ?? '',
      }
      // Another screen, or the form before there is a result.
      if (
        claim.state === undefined ||
        claim.customerBinding === undefined ||
        document.querySelector('.handout') === null
      )
        return
      const { at: _, ...last } = watched.claims?.at(-1) ?? { at: 0 }
      if (JSON.stringify(last) !== JSON.stringify(claim)) watched.claims?.push({ ...claim, at: Date.now() })
    }
    const isNew = watched.claims === undefined
    watched.claims = []
    if (!isNew) return
    const options = { subtree: true, childList: true, attributes: true, characterData: true }
    new MutationObserver(look).observe(document.body, options)
  })
}

/** The claims since `watchClaims`, in order. */
export const claimsOf = async (page: Page): Promise<readonly Claim[]> =>
  await page.evaluate(() => (window as WatchedWindow).claims ?? [])

/** What a claim says that the platform had not done by then; empty if the claim is true. */
export function overclaims(claim: Claim, ledger: readonly LedgerEntry[]): readonly string[] {
  const effects = new Set(ledger.filter(({ at }) => at <= claim.at).map(({ effect }) => effect))
  const all = ['create', 'bind-user', 'bind-hostname'] as const
  const isAll = all.every((effect) => effects.has(effect))
  return [
    ...(claim.state === 'done' && !isAll ? ['the state says done'] : []),
    ...(claim.state === 'unconfirmed' && !effects.has('create') ? ['the state says accepted'] : []),
    ...(claim.customerBinding === 'on' && !effects.has('bind-user') ? ['the customer binding is shown as on'] : []),
    ...(claim.hostnameBinding === 'on' && !effects.has('bind-hostname') ? ['the hostname binding is shown as on'] : []),
    ...(claim.handoutMark === '' && !isAll ? ['the handout is not marked'] : []),
  ]
}

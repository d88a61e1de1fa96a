import {
  openPolicy,
  strictestPolicy,
  type Policy,
  type PolicyView,
  type SignedPolicy,
} from '../../../shared/domain/policy.ts'
import { tokenPlace } from '../../../shared/domain/connection/connection.ts'
import { inTransaction } from '../../storage/database.ts'
import { proxyKey } from '../../vault/tokens.ts'
import { readSignedPolicy, readStoredPolicy, writeStoredPolicy, type ReadPolicy } from '../../vault/stored-policy.ts'
import type { Session } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'

type PolicyProblem = 'policy-forged' | 'policy-unusable' | 'policy-other-key' | 'policy-older'

type PolicyReading =
  | { readonly ok: true; readonly is: 'first' | 'newer' | 'same'; readonly policy: ReadPolicy }
  | { readonly ok: false; readonly problem: PolicyProblem }

interface PolicyDeps extends Pick<AppParts, 'vault' | 'settings'> {
  readonly sessions: Pick<AppParts['sessions'], 'database' | 'trouble'>
}

export type PolicyKeeper = ReturnType<typeof createPolicy>

/**
 * The operator's policy on this computer. The policy is sealed in the ledger, and a mark in the settings stores the key's fingerprint, the
 * serial number and the rule of updates. If the mark exists but the policy does not, the strictest rules apply.
 */
export function createPolicy({ vault, settings, sessions }: PolicyDeps) {
  /** The policy that was last read from a ledger. It stays in force while another file replaces that ledger. */
  let known: ReadPolicy | 'unreadable' | 'closed' | undefined = 'closed'
  let readFrom: readonly unknown[] = []

  const stored = (): typeof known => {
    const database = sessions.database()
    const sealings = [vault.sealing(), vault.former()].filter((one) => one !== undefined)
    if (database === undefined || sealings.length === 0) return known
    if (readFrom[0] !== database || readFrom[1] !== sealings[0] || readFrom[2] !== sealings[1]) {
      known = readStoredPolicy(database, sealings)
      readFrom = [database, ...sealings]
      const marked = settings.policyMark()
      if (typeof known === 'object') {
        if (marked?.fingerprint === known.fingerprint && marked.serial > known.serial) known = 'unreadable'
        // The process may have ended after storing the policy and before writing the mark, so the mark is repaired.
        else mark(known)
      }
    }
    return known
  }
  const mark = ({ fingerprint, serial, rules: { updates } }: ReadPolicy): void => {
    const former = settings.policyMark()
    if (former?.fingerprint !== fingerprint || former.serial !== serial || former.updates !== updates)
      settings.markPolicy({ fingerprint, serial, updates })
  }
  /**
   * The strictest rules. If this version cannot open the saved work, the mark's rule of updates applies: otherwise the version that can
   * would never come.
   */
  const withoutPolicy = (): Policy =>
    sessions.trouble() === undefined
      ? strictestPolicy
      : { ...strictestPolicy, updates: settings.policyMark()?.updates ?? strictestPolicy.updates }
  const view = (): PolicyView => {
    const policy = stored()
    const marked = settings.policyMark()
    if (typeof policy === 'object') {
      const { fingerprint, serial, rules } = policy
      return { state: 'in-force', fingerprint, serial, rules }
    }
    if (policy !== 'unreadable' && marked === undefined) return { state: 'none', rules: openPolicy }
    const state = policy === 'closed' ? 'closed' : 'unreadable'
    const { fingerprint, serial } = marked ?? {}
    return { state, ...(fingerprint ? { fingerprint, serial } : {}), rules: withoutPolicy() }
  }

  return {
    view,
    rules: (): Policy => view().rules,
    signed: (): SignedPolicy | undefined => {
      const policy = stored()
      return typeof policy === 'object' ? policy.signed : undefined
    },
    /** Compares a policy in a file with the policy that is in force on this computer. */
    read(signed: SignedPolicy): PolicyReading {
      const policy = readSignedPolicy(signed)
      if (typeof policy === 'string') return { ok: false, problem: `policy-${policy}` }
      const present = view()
      if (present.state === 'none' || (present.state === 'unreadable' && present.fingerprint === undefined))
        return { ok: true, is: 'first', policy }
      if (present.fingerprint !== policy.fingerprint) return { ok: false, problem: 'policy-other-key' }
      const serial = present.serial ?? 0
      if (policy.serial < serial) return { ok: false, problem: 'policy-older' }
      // If the policy is missing or unreadable on this computer, the same file restores it.
      if (policy.serial > serial || present.state !== 'in-force') return { ok: true, is: 'newer', policy }
      const text = stored()
      const isSame = typeof text === 'object' && text.signed.text === signed.text
      return isSame ? { ok: true, is: 'same', policy } : { ok: false, problem: 'policy-older' }
    },
    /** Stores an accepted policy and seals the tokens again, bound to it, in one commit. The mark is written after the commit. */
    accept({ database, tokens }: Pick<Session, 'database' | 'tokens'>, policy: ReadPolicy): void {
      const sealing = vault.sealing()
      if (sealing === undefined) throw new Error('A policy is accepted while the vault is open')
      const held = settings.connections().flatMap((one) => [
        { id: one.id, place: tokenPlace(one) },
        { id: proxyKey(one.id), place: one.proxy },
      ])
      try {
        inTransaction(database, () =>
          tokens.rebind(held, () => {
            writeStoredPolicy(database, sealing, policy.signed)
            known = policy
            readFrom = [database, sealing, vault.former()]
          }),
        )
      } catch (error) {
        // Nothing was stored, so the next call must read the present policy again.
        readFrom = []
        throw error
      }
      mark(policy)
    },
  }
}

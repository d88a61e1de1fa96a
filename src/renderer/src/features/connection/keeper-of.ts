import type { Snapshot, VaultView } from '../../../../shared/bridge/snapshot.ts'

/** What will hold a token that is typed now. */
export function keeperOf({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): VaultView['protection'] {
  if (vault.protection !== 'none') return vault.protection
  return host === 'electron' ? 'system' : 'none'
}

/** Whether a passphrase has to be chosen before a real connection: there is no key store of the system here. */
export function needsPassphrase({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): boolean {
  return host === 'loopback' && vault.protection !== 'passphrase'
}

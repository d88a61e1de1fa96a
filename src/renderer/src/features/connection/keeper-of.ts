import type { Snapshot, VaultView } from '../../../../shared/bridge/snapshot.ts'

/** What will protect a token that is typed now. */
export function keeperOf({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): VaultView['protection'] {
  if (vault.protection !== 'none') return vault.protection
  return host === 'electron' ? 'system' : 'none'
}

/** Whether a passphrase must be chosen before a real connection, because this host has no key store of the system. */
export function needsPassphrase({ host, vault }: Pick<Snapshot, 'host' | 'vault'>): boolean {
  return host === 'loopback' && vault.protection !== 'passphrase'
}

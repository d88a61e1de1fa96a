const leastLength = 8

/** What is wrong with a passphrase typed twice; codes of the rules. */
export function checkPassphrase(
  passphrase: string,
  again: string,
): { readonly passphrase?: 'passphrase-short'; readonly again?: 'passphrase-differs' } {
  if (passphrase.length < leastLength) return { passphrase: 'passphrase-short' }
  return passphrase === again ? {} : { again: 'passphrase-differs' }
}
